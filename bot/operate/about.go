package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/sixfold-bot/sixfold/store"
)

// About is what a running bot says of itself.
type About struct {
	Version string `json:"version"`         // "" of one too old to say
	Schema  int    `json:"schema"`          // of its store, 0 where it cannot be read
	Fault   string `json:"fault,omitempty"` // why it does not serve; "": it does
}

// AskRunning returns what the bot that holds the store in file says of itself, nil if there
// is none.
func AskRunning(ctx context.Context, file string) (*About, error) {
	bot, err := holder(ctx, file)
	if errors.Is(err, errNobody) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var answer bytes.Buffer
	err = errors.Join(bot.do(http.MethodGet, "/about", nil, &answer), bot.Close())
	if errors.Is(err, store.ErrNotFound) {
		return &About{}, nil
	}
	if err != nil {
		return nil, err
	}
	var a About
	if err := json.Unmarshal(answer.Bytes(), &a); err != nil {
		return nil, fmt.Errorf("the running bot: %w", err)
	}
	return &a, nil
}

// about answers AskRunning.
func about(s *store.Store, health *health) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthBy)
		defer cancel()
		a := About{Version: Version()}
		a.Schema, _ = s.Schema() // what is wrong with it, the health says
		if err := health.Serves(ctx); err != nil {
			a.Fault = err.Error()
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a) // an error is the reader's own
	}
}

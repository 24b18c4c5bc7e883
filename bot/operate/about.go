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

// About describes a running bot.
type About struct {
	Version string `json:"version"`         // "" for a version too old to report it
	Schema  int    `json:"schema"`          // schema of its store, 0 if unreadable
	Fault   string `json:"fault,omitempty"` // why it does not serve; "" if it does
}

// AskRunning asks the bot that holds the store in file about itself. It returns nil if there is
// none.
func AskRunning(ctx context.Context, file string) (*About, error) {
	bot, err := findRunning(ctx, file)
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

func about(s *store.Store, health *health) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthBy)
		defer cancel()
		a := About{Version: Version()}
		a.Schema, _ = s.Schema() // health reports the error
		if err := health.Serves(ctx); err != nil {
			a.Fault = err.Error()
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a) // the client may disconnect
	}
}

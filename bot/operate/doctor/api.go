package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

const (
	// askBy bounds each call, and maxAnswer its response.
	askBy     = 10 * time.Second
	maxAnswer = 8 << 20
)

type api struct {
	base   string
	token  config.Secret
	client *http.Client
}

type answer struct {
	status int
	date   time.Time // Discord's clock, to the second; zero if missing
	body   []byte
}

// refused is the error for a status other than 200.
type refused struct{ status int }

func (r refused) Error() string {
	if r.status == http.StatusTooManyRequests {
		return "Discord wants to be asked less often (429)"
	}
	return fmt.Sprintf("Discord answers %d %s", r.status, http.StatusText(r.status))
}

// do makes a request. The error contains neither the token nor the URL.
func (a *api) do(ctx context.Context, method, to string, asBot bool) (got answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, askBy)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, to, http.NoBody)
	if err != nil {
		return got, errors.New("its address is none")
	}
	request.Header.Set("User-Agent", discord.UserAgent)
	if asBot {
		request.Header.Set("Authorization", "Bot "+string(a.token))
	}
	response, err := a.client.Do(request)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err
		}
		return got, err
	}
	defer response.Body.Close()
	got.status = response.StatusCode
	got.date, _ = http.ParseTime(response.Header.Get("Date"))
	got.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return got, err
}

// ask decodes the response to a request for a path below the base.
func (a *api) ask(ctx context.Context, path string, into any) error {
	got, err := a.do(ctx, http.MethodGet, a.base+path, true)
	if err != nil {
		return err
	}
	if got.status != http.StatusOK {
		return refused{got.status}
	}
	if err := json.Unmarshal(got.body, into); err != nil {
		return errors.New("Discord's answer is not as it documents it") //nolint:staticcheck // it begins with a name
	}
	return nil
}

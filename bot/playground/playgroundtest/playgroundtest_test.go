package playgroundtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// fakeTest is a testing.TB that records the result.
type fakeTest struct {
	testing.TB

	cleanups []func()
	errors   []string
}

func (w *fakeTest) Helper() {}

func (w *fakeTest) Cleanup(f func()) { w.cleanups = append(w.cleanups, f) }

func (w *fakeTest) Error(args ...any) { w.errors = append(w.errors, fmt.Sprint(args...)) }

func (w *fakeTest) Fatalf(format string, args ...any) {
	w.errors = append(w.errors, "fatal: "+fmt.Sprintf(format, args...))
}

// end runs the cleanups.
func (w *fakeTest) end() {
	for _, f := range slices.Backward(w.cleanups) {
		f()
	}
}

// call makes a bot's request, with or without the token.
func call(t *testing.T, s *Server, method, path, token, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.APIBase()+"api/v9/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bot "+token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
}

func TestViolationsFailTheTest(t *testing.T) {
	tests := []struct {
		name   string
		act    func(t *testing.T, s *Server)
		errors []string
	}{
		{"nothing", func(*testing.T, *Server) {}, nil},
		{"a request as it should be", func(t *testing.T, s *Server) {
			t.Helper()
			call(t, s, "POST", "users/@me/channels", s.Token(), `{"recipient_id":"1456074443980800005"}`)
		}, nil},
		{"a wrong token", func(t *testing.T, s *Server) {
			t.Helper()
			call(t, s, "GET", "users/@me/guilds", "wrong", "")
		}, []string{"401, code 0"}},
		{"a wrong token that is expected", func(t *testing.T, s *Server) {
			t.Helper()
			s.Expect(http.StatusUnauthorized, 0)
			call(t, s, "GET", "users/@me/guilds", "wrong", "")
		}, nil},
		{"an expected violation that does not come", func(t *testing.T, s *Server) {
			t.Helper()
			s.Expect(http.StatusUnauthorized, 0)
		}, []string{"no violation of status 401"}},
		{"a request that is answered, but not as described", func(t *testing.T, s *Server) {
			t.Helper()
			call(t, s, "POST", "users/@me/channels", s.Token(), `{"recipient_id":1456074443980800005}`)
		}, []string{"not as described"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := &fakeTest{TB: t}
			tt.act(t, New(w, playground.Config{}))
			w.end()
			if len(w.errors) != len(tt.errors) {
				t.Fatalf("got errors %q, want %q", w.errors, tt.errors)
			}
			for i, want := range tt.errors {
				if !slices.ContainsFunc(strings.Split(want, "|"), func(s string) bool { return strings.Contains(w.errors[i], s) }) {
					t.Errorf("got %q, want %q", w.errors[i], want)
				}
			}
		})
	}
}

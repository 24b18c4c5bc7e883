package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Whatever Discord may sign: the bot answers without a panic, and every stored table stays
// playable.
func FuzzEndpoint(f *testing.F) {
	for _, seed := range []struct {
		kind byte // type of the interaction whose data it is; 0: the whole body
		text string
	}{
		{0, `{"type":1}`},
		{0, `{"type":2,"id":"2","token":"t"}`},
		{2, `{"name":"help"}`},
		{2, `{"name":"games"}`},
		{2, `{"name":"settings","options":[{"name":"theme","type":3,"value":"light"}]}`},
		{2, `{"name":"hex","options":[{"name":"new","type":1,"options":[{"name":"size","type":4,"value":5},{"name":"level","type":3,"value":"easy"}]}]}`},
		{2, `{"name":"hex","options":[{"name":"new","type":1,"options":[{"name":"opponent","type":6,"value":"5"}]}],"resolved":{"users":{"5":{"id":"5"}}}}`},
		{2, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"b2"},{"name":"table","type":4,"value":1}]}]}`},
		{2, `{"name":"hex","options":[{"name":"import","type":1,"options":[{"name":"file","type":11,"value":"8"}]}],"resolved":{"attachments":{"8":{"filename":"g.sgf","size":9,"url":"https://cdn.test/g.sgf"}}}}`},
		{2, `{"name":"hex","options":[{"name":"import","type":1,"options":[{"name":"text","type":3,"value":"(;GM[11]SZ[5];B[a1])"}]}]}`},
		{2, `{"name":"hex","options":[{"name":"undo","type":1}]}`},
		{2, `{"name":"hex","options":[{"name":"resign","type":1}]}`},
		{2, `{"name":"hex","options":[{"name":"hint","type":1}]}`},
		{3, `{"custom_id":"form:hex:1:0:move","component_type":2}`},
		{3, `{"custom_id":"undo:hex:1:2:","component_type":2}`},
		{3, `{"custom_id":"pick:hex:1:0:move 2","component_type":3,"values":["b2"]}`},
		{3, `{"custom_id":"stage:gordon:1:0:move","component_type":3,"values":["m=3 @25"]}`},
		{3, `{"custom_id":"form:hex:1:0:move|b|2|","component_type":2}`},
		{3, `{"custom_id":"giveup:hex:1:2:","component_type":2}`},
		{3, `{"custom_id":"rematch:hex:1:2:","component_type":2}`},
		{3, `{"custom_id":"run:hex:show","component_type":2}`},
		{4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"cell","type":3,"value":"b","focused":true}]}]}`},
		{5, `{"custom_id":"fill:hex:1:0:move","components":[{"type":1,"components":[{"type":4,"custom_id":"cell","value":"b2"}]}]}`},
		{5, `{"custom_id":"fill:hex:1:0:move","components":[{"type":18,"component":{"type":3,"custom_id":"menu1","values":["b"]}},{"type":18,"component":{"type":3,"custom_id":"menu2","values":["2"]}}]}`},
	} {
		f.Add(seed.kind, []byte(seed.text))
	}
	f.Fuzz(func(t *testing.T, kind byte, text []byte) {
		body := text
		if kind != 0 {
			if !json.Valid(text) {
				return
			}
			body = wire("2", int(kind), string(text))
			if kind == 3 {
				body = press("2", `{"data":`+string(text)+`}`)
			}
		}
		synctest.Test(t, func(t *testing.T) {
			e := newEndpointBot(t)
			e.api.fault = func(c apiCall) (int, http.Header, string, error) {
				if strings.HasPrefix(c.Path, "https://") {
					return 200, nil, string(text), nil
				}
				return 0, nil, "", nil
			}
			e.open(t)
			w := e.deliver(signed(context.Background(), "http://bot.test"+endpointPath, time.Now(), body), 0)
			switch w.Code {
			case http.StatusOK, http.StatusAccepted, http.StatusBadRequest:
			default:
				t.Errorf("status %d", w.Code)
			}
			pass(time.Hour)
			if log := e.log.String(); strings.Contains(log, "panic") || strings.Contains(log, "ERROR") {
				t.Errorf("the log has\n%s", log)
			}
			e.sound(t)
		})
	})
}

// sound checks that the store is consistent, and that every table can be replayed.
func (e *endpointBot) sound(t *testing.T) {
	t.Helper()
	if _, err := e.store.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	entries, err := e.store.Channel(testChan)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		e.replayed(t, entry.Key)
	}
	e.table(t)
}

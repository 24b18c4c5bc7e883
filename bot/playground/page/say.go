package page

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func (p *page) say(_ context.Context, req *request) (any, error) {
	text := strings.TrimSpace(req.Text)
	if n := utf8.RuneCountInString(text); n == 0 || n > rules.MaxContent {
		return nil, refusef("a message has 1 to %d characters", rules.MaxContent)
	}
	d := &rules.Draft{Content: rules.Optional[string]{Set: true, Value: text}}
	m, err := p.Messages.Post(world.Message{Channel: req.in.ID, Author: req.by.ID}, d)
	if err != nil {
		return nil, refusef("%v", err)
	}
	return object{"message": view(p.World, p.Messages, &m)}, nil
}

func (p *page) dismiss(_ context.Context, req *request) (any, error) {
	u, err := p.person(req.User)
	if err != nil {
		return nil, err
	}
	for _, c := range p.World.Channels() {
		if m, ok := p.Messages.Get(c.ID, req.Message); ok && m.To == u.ID {
			p.Messages.Delete(c.ID, m.ID)
			return object{}, nil
		}
	}
	return nil, refusef("there is no private message %q", req.Message)
}

// thread serves POST /api/thread: it opens a thread.
func (p *page) thread(_ context.Context, req *request) (any, error) {
	name := strings.TrimSpace(req.Text)
	switch n := utf8.RuneCountInString(name); {
	case n == 0 || n > rules.MaxThreadName:
		return nil, refusef("a thread's name has 1 to %d characters", rules.MaxThreadName)
	case req.in.DM != "" || req.in.Parent != "":
		return nil, refusef("a thread is opened in a channel of the server")
	}
	return object{"channel": p.World.OpenThread(req.in, req.by, &rules.Thread{Name: name}).ID}, nil
}

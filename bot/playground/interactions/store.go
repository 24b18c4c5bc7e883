package interactions

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/messages"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Listener hears what happens. Its methods must not call the store.
type Listener interface {
	// Created sends an interaction to the bot, in Discord's form.
	Created(interaction map[string]any)
	// Unanswered tells that no answer came in time.
	Unanswered(i *Interaction)
	// ModalOpened shows a person a form.
	ModalOpened(m *Modal)
}

// Store holds the interactions whose tokens are alive. It is safe for concurrent use.
type Store struct {
	world    *world.World
	messages *messages.Store
	listener Listener
	closing  chan struct{}

	mu     sync.Mutex
	open   map[string]*Interaction // by token
	modals map[string]*Modal       // by ID
}

// New returns an empty store.
func New(w *world.World, m *messages.Store, l Listener) *Store {
	return &Store{
		world: w, messages: m, listener: l, closing: make(chan struct{}),
		open: map[string]*Interaction{}, modals: map[string]*Modal{},
	}
}

// Close ends what waits for answers.
func (s *Store) Close() { close(s.closing) }

// Open sends an interaction with its data to the bot and starts its clocks.
func (s *Store) Open(i *Interaction, data map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start(i, data)
}

// start is Open with the lock held.
func (s *Store) start(i *Interaction, data object) {
	i.created = s.world.Now()
	i.ID, i.token = s.world.NewID(), rand.Text()+rand.Text()
	i.messages, i.done = map[string]bool{}, make(chan struct{})
	i.guest, i.quiet = s.world.GuestIn(i.Channel), s.world.Quiet(i.User, i.Channel)
	if i.Source != "" {
		i.messages[i.Source] = true
	}
	s.open[i.token] = i
	i.stop = s.world.AfterFunc(answerTime, func() { s.unanswered(i) })
	s.world.AfterFunc(TokenLife, func() { s.expire(i) })
	s.listener.Created(s.json(i, data))
}

// unanswered notes that no answer came in time.
func (s *Store) unanswered(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.answered || i.late {
		return
	}
	i.late = true
	close(i.done)
	s.listener.Unanswered(i)
}

// expire ends a token. An answer that was promised and never came shows so.
func (s *Store) expire(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, i.token)
	s.messages.Fail(i.Channel.ID, i.original)
}

// errClosing ends what waits when the server closes.
var errClosing = errors.New("the playground is closing")

// Wait returns when the first answer is there, or too late.
func (s *Store) Wait(ctx context.Context, i *Interaction) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosing
	case <-i.done:
		return nil
	}
}

// Outcome is what became of an interaction so far.
func (s *Store) Outcome(i *Interaction) Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := Outcome{Late: i.late, Modal: i.modal, Choices: i.choices}
	if m, ok := s.messages.Get(i.Channel.ID, i.original); ok {
		o.Message = &m
	}
	return o
}

// ErrNoModal is returned for a form that a person does not have open.
var ErrNoModal = errors.New("there is no such form")

// Submit sends in a form that a person has open. The function makes the components as
// they were filled in; if it fails the form stays open.
func (s *Store) Submit(id string, by *world.User, fill func(*Modal) (components any, err error)) (*Interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.modals[id]
	if m == nil || m.User != by {
		return nil, ErrNoModal
	}
	components, err := fill(m)
	if err != nil {
		return nil, err
	}
	delete(s.modals, id)
	i := &Interaction{Type: modalSubmit, User: by, Channel: m.Channel, Locale: m.Locale, Source: m.Source}
	s.start(i, object{"custom_id": m.CustomID, "components": components})
	return i, nil
}

func (s *Store) forgetModal(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.modals, id)
}

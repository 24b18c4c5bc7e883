package interactions

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/playground/messages"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// Listener hears what happens. Its methods must not call the desk.
type Listener interface {
	// Opened sends an interaction to the bot, in Discord's form.
	Opened(interaction map[string]any)
	// Unanswered tells that no answer came in time.
	Unanswered(i *Interaction)
	// Asked shows a person a form.
	Asked(m *Modal)
}

// Desk holds the interactions whose tokens are alive. It is safe for concurrent use.
type Desk struct {
	world    *world.World
	messages *messages.Store
	listener Listener
	closing  chan struct{}

	mu     sync.Mutex
	open   map[string]*Interaction // by token
	modals map[string]*Modal       // by ID
}

// New returns an empty desk.
func New(w *world.World, m *messages.Store, l Listener) *Desk {
	return &Desk{
		world: w, messages: m, listener: l, closing: make(chan struct{}),
		open: map[string]*Interaction{}, modals: map[string]*Modal{},
	}
}

// Close ends what waits for answers.
func (d *Desk) Close() { close(d.closing) }

// Open sends an interaction with its data to the bot and starts its clocks.
func (d *Desk) Open(i *Interaction, data map[string]any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.start(i, data)
}

// start is Open with the lock held.
func (d *Desk) start(i *Interaction, data object) {
	i.created = d.world.Now()
	i.ID, i.token = d.world.NewID(), rand.Text()+rand.Text()
	i.messages, i.done = map[string]bool{}, make(chan struct{})
	i.guest = d.world.GuestIn(i.Channel)
	if i.Source != "" {
		i.messages[i.Source] = true
	}
	d.open[i.token] = i
	i.stop = d.world.AfterFunc(answerTime, func() { d.unanswered(i) })
	d.world.AfterFunc(TokenLife, func() { d.expire(i) })
	d.listener.Opened(d.json(i, data))
}

// unanswered notes that no answer came in time.
func (d *Desk) unanswered(i *Interaction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i.answered || i.late {
		return
	}
	i.late = true
	close(i.done)
	d.listener.Unanswered(i)
}

// expire ends a token. An answer that was promised and never came shows so.
func (d *Desk) expire(i *Interaction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, i.token)
	d.messages.Fail(i.Channel.ID, i.original)
}

// errClosing ends what waits when the server closes.
var errClosing = errors.New("the playground is closing")

// Wait returns when the first answer is there, or too late.
func (d *Desk) Wait(ctx context.Context, i *Interaction) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-d.closing:
		return errClosing
	case <-i.done:
		return nil
	}
}

// Outcome is what became of an interaction so far.
func (d *Desk) Outcome(i *Interaction) Outcome {
	d.mu.Lock()
	defer d.mu.Unlock()
	o := Outcome{Late: i.late, Modal: i.modal, Choices: i.choices}
	if m, ok := d.messages.Get(i.Channel.ID, i.original); ok {
		o.Message = &m
	}
	return o
}

// ErrNoModal is returned for a form that a person does not have open.
var ErrNoModal = errors.New("there is no such form")

// Submit sends in a form that a person has open. The function makes the components as
// they were filled in; if it fails the form stays open.
func (d *Desk) Submit(id string, by *world.User, fill func(*Modal) (components any, err error)) (*Interaction, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := d.modals[id]
	if m == nil || m.User != by {
		return nil, ErrNoModal
	}
	components, err := fill(m)
	if err != nil {
		return nil, err
	}
	delete(d.modals, id)
	i := &Interaction{Type: modalSubmit, User: by, Channel: m.Channel, Locale: m.Locale, Source: m.Source}
	d.start(i, object{"custom_id": m.CustomID, "components": components})
	return i, nil
}

func (d *Desk) forgetModal(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.modals, id)
}

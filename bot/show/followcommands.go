package show

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// WatchArg is the argument of /watch.
var WatchArg = engine.Arg{Name: "table", Help: engine.T("The table that is to be followed here"), Kind: engine.Word, Required: true, Max: 100}

// sees reports whether the caller may have a table of the server shown in this channel. Not
// everybody sees every channel, so tables of other channels may be shown only by their players and
// owners, and by those who manage the server.
func sees(c *chat.Call, e *store.Brief) bool {
	switch {
	case e.Private || e.Guild == "" || e.Guild != c.Request.Guild:
		return false
	case e.Key.Channel == c.Request.Channel, e.Key.Channel == c.Request.Parent, c.Request.Manages:
		return true
	}
	b := table.Brief{Key: e.Key, Head: e.Head}
	return b.Sits(c.User.ID) || e.Owner == c.User.ID
}

// Suggest completes the table argument: it returns the tables that the caller may have shown and
// whose title or players contain the typed text.
func (f *Follower) Suggest(c *chat.Call, typed string) []engine.Named {
	if c.Request.Guild == "" {
		return nil
	}
	entries, err := f.Tables.On(c.Request.Guild)
	if err != nil {
		c.Log.Error("list the tables of a server", "err", err)
		return nil
	}
	typed = strings.ToLower(typed)
	var here, others []engine.Named
	for i := range entries {
		e := &entries[i]
		t, ok := f.Tables.Brief(c.Ctx, *e)
		if !ok || !sees(c, e) {
			continue
		}
		n := engine.Named{ID: e.Key.String(), Title: engine.T("%s: %s", t.Title(), t.PlainPlayers(c.Words))}
		if !strings.Contains(strings.ToLower(c.Words.Say(n.Title)), typed) {
			continue
		}
		list := &others
		if e.Key.Channel == c.Request.Channel {
			list = &here
		}
		if *list = append(*list, n); len(here)+len(others) >= chat.MaxChoices {
			break
		}
	}
	return append(here, others...)
}

// Watch shows a table live in the caller's channel.
func (f *Follower) Watch(c *chat.Call, o engine.Options) (chat.Reply, error) {
	if c.Request.Guild == "" || !c.Request.Posts {
		return chat.Reply{}, engine.Refuse("live boards are shown in the channels and threads of a server in which I may post")
	}
	t, err := f.table(c, strings.TrimSpace(o.Text(WatchArg.Name)))
	if err != nil {
		return chat.Reply{}, err
	}
	return c.Later(chat.Reply{Private: true}, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
		b := &liveBoard{
			key: t.Key, Channel: c.Request.Channel, Guild: c.Request.Guild, By: c.User.ID, Locale: c.Request.Locale,
			At: f.Env.Now().UTC(),
		}
		if err := f.add(b, c.Op()); err != nil {
			return chat.Reply{}, err
		}
		if err := f.send(ctx, b, t); err != nil {
			return chat.Reply{}, err
		}
		return chat.Whisper(c.Say("**%s** is shown here live until it is over.", t.Title())), nil
	}), nil
}

// table returns the table with a key, if the caller may have it shown.
func (f *Follower) table(c *chat.Call, named string) (*table.Table, error) {
	none := engine.Refuse("no open table of this server is called that; pick one of those that are offered. Those that are played elsewhere are shown by who plays there, or manages the server")
	key, err := store.ParseKey(named)
	if err != nil {
		return nil, none
	}
	t, err := f.Tables.Load(c.Ctx, key)
	switch {
	case table.Gone(err):
		return nil, none
	case err != nil:
		return nil, err
	case t.Record.Over || !sees(c, &store.Brief{Key: key, Head: &t.Record.Head}):
		return nil, none
	}
	return t, nil
}

// send sends a board that is already stored.
func (f *Follower) send(ctx context.Context, b *liveBoard, t *table.Table) error {
	message := ""
	votes, err := f.votes(b.key)
	if err == nil {
		var r chat.Reply
		if r, err = f.message(ctx, b, t, votes); err == nil {
			message, err = f.Outbox.Poster().Send(ctx, b.Channel, r)
		}
	}
	switch {
	case errors.Is(err, chat.ErrNoPost), errors.Is(err, chat.ErrGone):
		return errors.Join(engine.Refuse("I may not post here; give me that permission, or use another channel"), f.dropOne(b, store.Op{}))
	case err != nil: // it may have arrived and is looked for later
		return err
	}
	f.last(b.key, stateOf(t.Record, votes, 0))
	return f.sent(b, message)
}

// Press handles a button of a board, such as "1001/hex/3/k2j:vote:0".
func (f *Follower) Press(c *chat.Call, action string) (chat.Reply, error) {
	id, does, _ := strings.Cut(action, ":")
	does, seat, _ := strings.Cut(does, ":")
	b, err := f.get(id)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case b == nil || b.Guild != c.Request.Guild:
		return chat.Reply{}, engine.Refuse("this board does not follow its table any more; %s shows one that does", engine.Command("watch"))
	case does == stopping:
		return f.stop(c, b)
	default:
		return f.vote(c, b, seat)
	}
}

// stop ends a board. Only the person who asked for it and those who manage the server may do so.
func (f *Follower) stop(c *chat.Call, b *liveBoard) (chat.Reply, error) {
	if c.User.ID != b.By && !c.Request.Manages {
		return chat.Reply{}, engine.Refuse("only who asked for this board, or manages the server, can stop it")
	}
	if err := f.dropOne(b, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return chat.Reply{Text: c.Say("-# This board is not followed any more."), Update: true}, nil
}

// vote records whom the caller expects to win.
func (f *Follower) vote(c *chat.Call, b *liveBoard, side string) (chat.Reply, error) {
	t, err := f.Tables.Load(c.Ctx, b.key)
	if err != nil {
		return chat.Reply{}, err
	}
	seat, err := strconv.Atoi(side)
	switch {
	case err != nil || seat < 0 || seat >= len(t.Record.Seats) || !polled(t):
		return chat.Reply{}, engine.Refuse("this poll is not known any more")
	case closed(t):
		return chat.Reply{}, engine.Refuse("the poll is closed: nobody votes after move %s, nor when the game is over", strconv.Itoa(lastVote))
	case t.Sits(c.User.ID):
		return chat.Reply{}, engine.Refuse("you play at this table; the poll is for those who watch")
	}
	err = f.update(c.Op(), func(tx *store.Tx) error {
		return VoteKind.Put(tx, b.key.String()+"/"+c.User.ID, vote{engine.Seat(seat), c.User.Name})
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Whisper(c.Say("You say that **%s** wins. You can change that until move %s.", t.Name(engine.Seat(seat)), strconv.Itoa(lastVote))), nil
}

package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// router finds the handler of a request.
type router struct {
	*show.Services
	*handlers
	commands    *show.Commands
	actions     map[string]action      // by the name in their custom IDs
	definitions func() []slash.Command // of all commands: they take a while, and are made once
}

func newRouter(s *show.Services, languages *chat.Languages, h *handlers) *router {
	r := &router{Services: s, handlers: h, commands: h.commands(s.Games), actions: h.actions()}
	r.definitions = sync.OnceValue(func() []slash.Command {
		return show.Definitions{Languages: languages, Words: s.Words}.Of(r.Games, r.commands)
	})
	r.actions[show.LineAction] = action{current: true, fresh: true, run: r.runAtTable}
	return r
}

// route dispatches a request by its kind.
func (r *router) route(c *show.Call) (chat.Reply, error) {
	switch c.Request.Kind {
	case chat.Command:
		return r.command(c)
	case chat.Suggest:
		c.Entry = r.Games.ByID[c.Request.Command]
		s, ok := r.commands.Find(c.Request.Command, c.Request.Sub)
		if !ok {
			return chat.Reply{}, nil
		}
		return chat.Reply{Suggestions: r.browse.Complete(c, s)}, nil
	case chat.Press, chat.Submit:
		return r.press(c)
	}
	return chat.Reply{}, engine.Refuse("this kind of request is not known")
}

func (r *router) command(c *show.Call) (chat.Reply, error) {
	c.Entry = r.Games.ByID[c.Request.Command]
	s, ok := r.commands.Find(c.Request.Command, c.Request.Sub)
	switch {
	case !ok && len(r.commands.Subs(c.Request.Command)) == 0:
		return chat.Reply{}, engine.Refuse("/%s is not a command of this bot; %s lists them", chat.Escape(c.Request.Command), engine.Command("help"))
	case !ok:
		return chat.Reply{}, engine.Refuse("/%s is not a command; %s lists them", strings.TrimSpace(c.Request.Command+" "+chat.Escape(c.Request.Sub)), engine.Command("help"))
	}
	if err := s.CheckGiven(c.Request.Options); err != nil {
		return chat.Reply{}, err
	}
	return s.Run(c)
}

// press runs the action of a button, a menu or a form.
func (r *router) press(c *show.Call) (chat.Reply, error) {
	if name, rest, _ := strings.Cut(c.Request.Action, ":"); name == show.LiveAction { // about no game
		return r.follower.Press(&c.Call, rest)
	}
	if c.Request.Action == show.ChosenAction && len(c.Request.Values) == 1 {
		c.Request.Action, c.Request.Values = c.Request.Values[0], nil
	}
	if err := c.Visit(); err != nil {
		return chat.Reply{}, err
	}
	if parts := strings.SplitN(c.Request.Action, ":", show.RunParts); slices.Contains(show.RunActions, parts[0]) {
		return r.runLines(c, parts)
	}
	parts := strings.SplitN(c.Request.Action, ":", show.ActionParts)
	a, known := r.actions[parts[0]]
	if !known || c.Home != "" && !a.looks && !a.ends {
		return chat.Reply{}, show.UnknownButton()
	}
	c.Fresh = a.fresh
	t, err := r.pressedTable(c, parts)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := c.MayVisit(t); err != nil && !a.ends {
		return chat.Reply{}, err
	}
	if !r.belongs(c, t, a) {
		return chat.Reply{}, engine.Refuse("this button does not belong to **%s** as I know it; %s shows the board, %s lists your games", t.Title(), t.Game.Command("show"), engine.Command("games"))
	}
	c.Uses(r.Tables, t)
	if !t.Current(c.Stamp) {
		switch {
		case a.anew != nil:
			return a.anew(c, t)
		case a.current:
			return r.outdated(c, t), nil
		}
	}
	return a.run(c, t, parts[4])
}

// pressedTable returns the table of a button from the parts of its action, if the caller may see it.
func (r *router) pressedTable(c *show.Call, parts []string) (*table.Table, error) {
	if len(parts) != show.ActionParts || r.Games.ByID[parts[1]] == nil {
		return nil, show.UnknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil || number < 1 {
		return nil, show.UnknownButton()
	}
	c.Entry, c.Stamp = r.Games.ByID[parts[1]], parts[3]
	t, err := r.Tables.Load(c.Ctx, store.Key{Channel: c.Request.Channel, Game: parts[1], Number: number})
	if err == nil {
		err = t.RequireSight(c.User.ID)
	}
	return t, err
}

// belongs reports whether the pressed button was made for this table, and not for one that had its
// number before the store was restored from a copy. Some buttons do not tell, see [table.Brief.Owns]: on the
// table's present board they are accepted, elsewhere only if they change nothing.
func (r *router) belongs(c *show.Call, t *table.Table, a action) bool {
	owns, known := t.Owns(c.Stamp)
	at := r.Places.At(t.Key).Message
	return owns || !known && (a.looks || at != "" && at == c.Request.Message)
}

// answerTakes is within what time of a change its answer has usually come.
const answerTakes = time.Minute

// outdated answers a button of an older board. Nothing is played on a position that the caller has
// not seen: the older board shrinks to a line, and the answer shows or links the present one.
func (r *router) outdated(c *show.Call, t *table.Table) chat.Reply {
	c.KeepPrivate(t)
	at := r.Places.At(t.Key).Message
	now := engine.T("That board was from an earlier move. This is the table now: %s", t.Headline())
	switch {
	case at == c.Request.Message && r.Env.Now().Sub(t.Record.Touched) > answerTakes: // it never came
		return r.ShowTable(c, t, calling(t, now, c.User.ID))
	case at == "" || t.Record.Private && at != c.Request.Message: // its place is unknown, or no link leads there
		return r.ShowTable(c, t, table.Notice{Text: now})
	}
	told := engine.T("That board is from an earlier move, so nothing was played. [%s](%s) is here: %s", t.Title(), show.Link(t.Record.Guild, t.Key.Channel, at), t.StatusWords())
	if at == c.Request.Message {
		told = engine.T("The position has moved on meanwhile, so nothing was played. %s", t.StatusWords())
	}
	hint := chat.Reply{Text: c.Words.Say(told), Private: true}
	if !c.Updates() || at == c.Request.Message {
		return hint
	}
	return chat.Reply{Text: c.PastLine(t, t.PlayedAt(c.Stamp)), Update: true, After: []chat.Reply{hint}}
}

// runLines runs the lines of a button as if they had been typed, at the button's table if the
// command is about one.
func (r *router) runLines(c *show.Call, parts []string) (chat.Reply, error) {
	if len(parts) != show.RunParts || parts[1] != "" && r.Games.ByID[parts[1]] == nil {
		return chat.Reply{}, show.UnknownButton()
	}
	number, err := strconv.Atoi(parts[2])
	switch parts[0] {
	case show.AgainstAction:
		number, err = 0, browse.Against(c, parts[2])
	case show.AskAction, show.AskedAction:
		return r.ask(c, parts)
	}
	if err != nil {
		return chat.Reply{}, show.UnknownButton()
	}
	if len(c.Request.Values) > 0 && len(c.Request.People) == 0 { // picked from a menu
		parts[3] += " " + strings.Join(c.Request.Values, " ")
	}
	c.Replace = parts[0] == show.RerunAction
	c.Fresh = !c.Replace
	var reply chat.Reply
	lines := engine.Commands(parts[3])
	c.Sure = len(lines) > 1
	for _, line := range lines {
		if reply, err = r.runLine(c, parts[1], number, line); err != nil {
			return reply, err
		}
	}
	return reply, nil
}

// ask opens the form of a button that asks for arguments of a command, or runs the command with what
// was filled in. After a refusal the form can be opened again.
func (r *router) ask(c *show.Call, parts []string) (chat.Reply, error) {
	name, _, _ := strings.Cut(parts[3], show.FieldSeparator)
	s, ok := r.commands.Find(parts[1], name)
	if c.Entry = r.Games.ByID[parts[1]]; !ok || c.Entry == nil || c.Home != "" {
		return chat.Reply{}, show.UnknownButton()
	}
	if c.Request.Kind == chat.Press {
		return chat.Reply{Form: c.AskForm(s, parts[3])}, nil
	}
	options, again, err := c.Asked(s, parts[3])
	retry := func(reply chat.Reply) chat.Reply {
		if reply.Refused {
			reply.Rows = chat.Rows([]chat.Button{again})
		}
		return reply
	}
	var reply chat.Reply
	if err == nil {
		c.Request.Command, c.Request.Sub, c.Request.Options, c.Fresh = parts[1], name, options, true
		reply, err = r.command(c)
	}
	if _, refused := engine.Why(err); refused {
		return retry(c.Refusal(err)), nil
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context, update func(chat.Reply)) chat.Reply { return retry(later(ctx, update)) }
	}
	return reply, err
}

// runAtTable runs the line of a button that plays a certain move. As an action it requires the
// current board, so that nothing else is played on a later one.
func (r *router) runAtTable(c *show.Call, t *table.Table, line string) (chat.Reply, error) {
	return r.runLine(c, t.Game.ID, t.Key.Number, line)
}

// runLine runs a line of a game, or of a general command if game is "". number is the table for a
// command that is about one.
func (r *router) runLine(c *show.Call, game string, number int, line string) (chat.Reply, error) {
	called, err := slash.Parse(r.definitions(), "/"+strings.TrimSpace(game+" "+line))
	if err != nil {
		return chat.Reply{}, show.UnknownButton()
	}
	c.Request.Command, c.Request.Sub, c.Request.Options = called.Command, called.Sub, map[string]any{}
	for _, v := range called.Options {
		c.Request.Options[v.Name] = v.Value
		if v.Type == slash.User { // a button can only name the person who presses it
			c.Request.Options[v.Name] = c.User
		}
	}
	s, _ := r.commands.Find(called.Command, called.Sub)
	if c.Home != "" && !show.Looks(r.Games.ByID[called.Command], called.Sub) {
		return chat.Reply{}, show.UnknownButton()
	}
	if len(c.Request.People) == 1 && s.Takes(play.OpponentArg.Name, c.Request.People[0]) {
		c.Request.Options[play.OpponentArg.Name] = c.Request.People[0]
	}
	if _, named := c.Request.Options[show.TableArg.Name]; number > 0 && !named && s.Takes(show.TableArg.Name, number) {
		c.Request.Options[show.TableArg.Name] = number
	}
	return r.command(c)
}

// unknown is the label of commands and actions that do not exist.
const unknown = "unknown"

// pressedLabel returns the label of a button, a menu or a form from the parts of its action.
func (r *router) pressedLabel(parts []string) string {
	_, known := r.actions[parts[0]]
	runs := slices.Contains(show.RunActions, parts[0])
	switch {
	case parts[0] == show.LiveAction || parts[0] == show.ChosenAction:
		return parts[0]
	case len(parts) >= 3 && r.Games.ByID[parts[1]] != nil && (known || runs):
		return parts[1] + " " + parts[0]
	case len(parts) == show.RunParts && parts[1] == "" && runs:
		command, rest, _ := strings.Cut(parts[3], " ")
		sub, _, _ := strings.Cut(rest, " ")
		if label, ok := r.commands.Label(command, sub); ok {
			return label + " " + parts[0]
		}
	}
	return unknown
}

// label returns the metric label of a request. It holds nothing that people have typed.
func (r *router) label(c *show.Call) string {
	if c.Pressed() {
		return r.pressedLabel(strings.SplitN(c.Request.Action, ":", show.RunParts))
	}
	if label, ok := r.commands.Label(c.Request.Command, c.Request.Sub); ok {
		return label
	}
	return unknown
}

// outOfTime answers a request at a table whose time had run out before without anybody noticing. The
// game ends now.
func (r *router) outOfTime(c *show.Call, at store.Key) (chat.Reply, error) {
	t, err := r.Tables.Load(c.Ctx, at)
	if err != nil {
		return chat.Reply{}, err
	}
	if t.Record.Over {
		return chat.Reply{}, t.RefuseOver()
	}
	n, err := r.Tables.Ring(t, c.Op())
	switch {
	case err != nil:
		return chat.Reply{}, err
	case !t.Record.Over: // the time was given back in the meantime
		return chat.Reply{}, store.ErrStale
	}
	return r.ShowTable(c, t, n), nil
}

// duplicate answers a request that has been carried out already: by this process, by one before
// it, or by another copy of the bot. Nothing is changed, and the caller sees the outcome.
func (r *router) duplicate(c *show.Call) chat.Reply {
	if t, ok := r.meant(c); ok {
		return r.ShowTable(c, t, table.Notice{Text: t.Headline()})
	}
	return chat.Whisper(c.Say("That is done."))
}

// meant returns the table of a request that was carried out.
func (r *router) meant(c *show.Call) (*table.Table, bool) {
	if c.Request.Kind == chat.Command {
		c.Entry = r.Games.ByID[c.Request.Command]
		if c.Entry == nil || slices.ContainsFunc(c.Entry.Game.Tools, func(t engine.Tool) bool { return t.Name == c.Request.Sub }) {
			return nil, false
		}
		t, err := show.AnyTable(c, r.Tables, table.OpenFirst)
		return t, err == nil
	}
	t, err := r.pressedTable(c, strings.SplitN(c.Request.Action, ":", show.ActionParts))
	if err != nil {
		return nil, false
	}
	c.Uses(r.Tables, t)
	return t, true
}

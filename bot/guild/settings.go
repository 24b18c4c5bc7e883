package guild

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// Settings handles the commands for server settings. It is safe for concurrent use.
type Settings struct {
	Records store.DB
	Games   []*engine.Game
	// CheckDefaults refuses invalid options for the command `new` of a game, such as "size:13".
	CheckDefaults func(g *engine.Game, options string) error
}

// game returns a game by its ID, nil for none.
func (s *Settings) game(id string) *engine.Game {
	g, _ := engine.Find(s.Games, id, func(g *engine.Game) string { return g.ID })
	return g
}

// gameArg names one of the games for which fits is true.
func (s *Settings) gameArg(help engine.Text, fits func(*engine.Game) bool) engine.Arg {
	a := engine.Arg{Name: "game", Help: help, Kind: engine.Pick}
	for _, g := range s.Games {
		if fits(g) {
			a.Choices = append(a.Choices, engine.Named{ID: g.ID, Title: g.Title})
		}
	}
	return a
}

const (
	here       = "here"
	notHere    = "elsewhere"
	everywhere = "everywhere"
)

// The typed forms of the default values, which are stored as "".
const (
	everyone = "everyone"
	turns    = "turns"
)

// Commands returns the subcommands of /server.
func (s *Settings) Commands() []chat.Subcommand {
	return []chat.Subcommand{
		{Name: "show", Help: engine.T("How the bot behaves on this server"), Run: s.show},
		{Name: "play", Help: engine.T("In which channels games are played"), Args: []engine.Arg{whereArg()}, Run: s.play},
		{Name: "set", Help: engine.T("Threads, colours, who is called, ratings and searches"), Args: setArgs(), Run: s.set},
		{Name: "defaults", Help: engine.T("What holds for new tables where nothing else is said"), Args: s.defaultsArgs(), Run: s.defaults},
		{Name: "daily", Help: engine.T("Post the puzzle of the day in this channel"), Args: s.dailyArgs(), Run: s.daily},
	}
}

func whereArg() engine.Arg {
	return engine.Arg{Name: "where", Help: engine.T("Whether games are played in this channel"), Kind: engine.Pick, Required: true, Choices: []engine.Named{
		{ID: here, Title: engine.T("Here: in this channel, and in others of which that was said")},
		{ID: notHere, Title: engine.T("Not here any more")},
		{ID: everywhere, Title: engine.T("In all channels")},
	}}
}

// ThemeArg names a theme.
func ThemeArg(help engine.Text) engine.Arg {
	return engine.Arg{Name: "theme", Help: help, Kind: engine.Pick, Choices: engine.Map(render.Themes, func(t render.Theme) engine.Named {
		return engine.Named{ID: t.ID, Title: t.Title}
	})}
}

func setArgs() []engine.Arg {
	return []engine.Arg{
		{Name: "threads", Help: engine.T("Open a thread for each table"), Kind: engine.Boolean},
		ThemeArg(engine.T("The colours of tables of members who have set none")),
		{Name: "calls", Help: engine.T("Whom my messages mention"), Kind: engine.Pick, Choices: []engine.Named{
			{ID: turns, Title: engine.T("Whose turn it is")},
			{ID: CallsEnds, Title: engine.T("Who is challenged, and the players at the end")},
			{ID: CallsNone, Title: engine.T("Nobody")},
		}},
		{Name: "rated", Help: engine.T("Tables between people are rated where they can be, unless they say otherwise"), Kind: engine.Boolean},
		{Name: "searches", Help: engine.T("Who may start analyses and solvers"), Kind: engine.Pick, Choices: []engine.Named{
			{ID: everyone, Title: engine.T("Everyone")},
			{ID: searchManagers, Title: engine.T("Those who manage the server")},
			{ID: searchNobody, Title: engine.T("Nobody")},
		}},
	}
}

func (s *Settings) defaultsArgs() []engine.Arg {
	game := s.gameArg(engine.T("The game"), func(*engine.Game) bool { return true })
	game.Required = true
	return []engine.Arg{
		game,
		{Name: "options", Help: engine.T("Options of its command new, such as size:13 level:hard; without them there are none"), Kind: engine.Word, Max: 100},
	}
}

func (s *Settings) dailyArgs() []engine.Arg {
	return []engine.Arg{
		s.gameArg(engine.T("The game whose puzzle is posted"), func(g *engine.Game) bool { return g.Daily != "" }),
		{Name: "hour", Help: engine.T("The hour of the day, 0 to 23; at first 9"), Kind: engine.Integer, Min: 0, Max: 23},
		daily.ZoneArg(engine.T("The time zone of the hour, such as Europe/Berlin; at first UTC")),
		{Name: "off", Help: engine.T("Post it no more"), Kind: engine.Boolean},
	}
}

var errSame = errors.New("guild: nothing to change")

// change changes the settings of the caller's server and shows them.
func (s *Settings) change(c *chat.Call, change func(*Ways) error) (chat.Reply, error) {
	if err := requireManager(c); err != nil {
		return chat.Reply{}, err
	}
	w, err := store.Transact(c.Ctx, s.Records, c.Op(), func(tx *store.Tx) (Ways, error) {
		w, _, err := Kind.Get(tx, c.Request.Guild)
		if err == nil {
			err = change(&w)
		}
		if err != nil {
			return w, err
		}
		return w, Kind.Put(tx, c.Request.Guild, w)
	})
	if err != nil && !errors.Is(err, errSame) {
		return chat.Reply{}, err
	}
	return s.told(c, w), nil
}

// requireManager refuses callers who may not manage the server, and requests outside servers. Discord
// checks the permissions of commands as a server has set them, and not those of buttons.
func requireManager(c *chat.Call) error {
	switch {
	case c.Request.Guild == "":
		return engine.Refuse("this is for servers; here you are alone with me")
	case !c.Request.Manages:
		return engine.Refuse("this is for those who manage the server")
	}
	return nil
}

func (s *Settings) show(c *chat.Call, _ engine.Options) (chat.Reply, error) {
	return s.change(c, func(*Ways) error { return errSame })
}

func (s *Settings) play(c *chat.Call, o engine.Options) (chat.Reply, error) {
	channel := cmp.Or(c.Request.Parent, c.Request.Channel)
	return s.change(c, func(w *Ways) error {
		listed := slices.Contains(w.Channels, channel)
		switch where := o.Text("where"); {
		case where == everywhere:
			w.Channels = nil
		case where == here && !listed:
			if len(w.Channels) == maxChannels {
				return engine.Refuse("games can be played in %s channels at most, or in all of them", strconv.Itoa(maxChannels))
			}
			w.Channels = append(w.Channels, channel)
		case where == notHere && listed && len(w.Channels) == 1:
			return engine.Refuse("this is the only channel in which games are played; say first where else they are")
		case where == notHere && listed:
			w.Channels = slices.DeleteFunc(w.Channels, func(id string) bool { return id == channel })
		case where == notHere && len(w.Channels) == 0:
			return engine.Refuse("games are played in all channels; say `here` in those in which they shall be")
		}
		return nil
	})
}

const maxChannels = 50

func (s *Settings) set(c *chat.Call, o engine.Options) (chat.Reply, error) {
	return s.change(c, func(w *Ways) error {
		if len(c.Request.Options) == 0 {
			return errSame
		}
		take(o, "threads", &w.Threads)
		take(o, "rated", &w.Rated)
		take(o, "theme", &w.Theme)
		take(o, "calls", &w.Calls)
		take(o, "searches", &w.Searches)
		w.Calls, w.Searches = strings.TrimPrefix(w.Calls, turns), strings.TrimPrefix(w.Searches, everyone)
		return nil
	})
}

// take changes a setting to the value of an option, if that is given.
func take[T any](o engine.Options, option string, setting *T) {
	if value, given := o[option].(T); given {
		*setting = value
	}
}

func (s *Settings) defaults(c *chat.Call, o engine.Options) (chat.Reply, error) {
	game, options := o.Text("game"), strings.TrimSpace(o.Text("options"))
	if err := s.CheckDefaults(s.game(game), options); err != nil {
		return chat.Reply{}, err
	}
	return s.change(c, func(w *Ways) error {
		if w.Defaults == nil {
			w.Defaults = map[string]string{}
		}
		w.Defaults[game] = options
		if options == "" {
			delete(w.Defaults, game)
		}
		return nil
	})
}

func (s *Settings) daily(c *chat.Call, o engine.Options) (chat.Reply, error) {
	in, err := daily.FindZone(o.Text(daily.ZoneOption))
	if err != nil {
		return chat.Reply{}, err
	}
	return s.change(c, func(w *Ways) error {
		d := cmp.Or(w.Daily, Daily{Hour: 9, Zone: time.UTC.String()})
		take(o, "game", &d.Game)
		take(o, "hour", &d.Hour)
		if o.Text(daily.ZoneOption) != "" {
			d.Zone = in.String()
		}
		d.Channel, d.Locale = c.Request.Channel, c.Request.Locale
		switch {
		case o.Bool("off"):
			d = Daily{}
		case d.Game == "":
			return engine.Refuse("say by `game` whose puzzle of the day is to be posted here")
		case !c.Request.Posts:
			return engine.Refuse("I may not post in this channel; give me that permission, or use another channel")
		}
		w.Daily = d
		return nil
	})
}

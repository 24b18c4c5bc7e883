// Command sixfold is a Discord bot with which people play games on boards, alone,
// against each other or against its own players.
//
// Without a Discord token it serves a playground: a channel in the browser, with the
// same bot in it. The other subcommands play without either; see sixfold --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/shell"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/console/htp"
	"github.com/sixfold-bot/sixfold/engine/console/solve"
	"github.com/sixfold-bot/sixfold/store"
)

const description = `Sixfold is a Discord bot for games on boards, and a playground in the browser.

The token comes from SIXFOLD_TOKEN, from the file named by SIXFOLD_TOKEN_FILE, or
from the settings.`

const examples = `  sixfold                                     the playground, or with a token the bot
  sixfold --config config.toml                the same, with settings
  sixfold play hex size=5 swap=false          a game by lines on standard input
  sixfold htp time=2                          a Hex engine, for HexGui and for matches
  sixfold solve connexion --count 3 --json    solutions of the China Labyrinth
  sixfold say '/hex new size:5 level:easy'    one command through the whole bot
  sixfold say --press Move --fill c3          a button under the last reply
  sixfold check-config --config config.toml   whether the settings can be used
  sixfold commands sync --dry-run             the slash commands, as Discord gets them
  sixfold backup copy.db --data sixfold.db    a checked copy, also while the bot runs`

// commands is what all subcommands share.
type commands struct {
	config, data string // as given; "" for the default
}

func main() {
	err := commandLine().Execute()
	switch {
	case err == nil:
		return
	case errors.Is(err, console.ErrRefused), errors.Is(err, shell.ErrRefused): // why is on standard output
	default:
		fmt.Fprintln(os.Stderr, "sixfold: error:", err)
	}
	os.Exit(1)
}

// commandLine is the tree of subcommands. Without one, it serves.
func commandLine() *cobra.Command {
	var c commands
	root := &cobra.Command{
		Use: "sixfold", Long: description, Example: examples, Args: takes(),
		RunE:          func(*cobra.Command, []string) error { return c.serve() },
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return errors.New(strings.Replace(err.Error(), "unknown flag: ", "unknown flag ", 1))
	})
	root.PersistentFlags().StringVar(&c.config, "config", "", "the `FILE` of the settings, as config.example.toml")
	root.PersistentFlags().StringVar(&c.data, "data", "", "the `FILE` of all games; goes before the settings (sixfold.db)")
	root.AddCommand(
		c.serveCommand(), playCommand(), htpCommand(), solveCommand(), c.sayCommand(),
		c.checkConfigCommand(), c.commandsCommand(), c.backupCommand(), versionCommand(),
	)
	return root
}

// takes demands the named arguments, and no more.
func takes(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(names) {
			return fmt.Errorf("unexpected argument %s", args[len(names)])
		}
		return expect(names, args)
	}
}

func expect(names, args []string) error {
	if len(args) < len(names) {
		return fmt.Errorf("expected %q", "<"+names[len(args)]+">")
	}
	return nil
}

// load reads the settings and applies the flags.
func (c *commands) load() (config.Config, error) {
	config, err := config.Load(c.config, os.Getenv, bot.CheckTexts)
	if c.data != "" {
		config.Store.File = c.data
	}
	return config, err
}

// newBot is a bot on its store. The caller closes the store.
func (c *commands) newBot() (*bot.Bot, *store.Store, config.Config, *slog.Logger, error) {
	config, err := c.load()
	if err != nil {
		return nil, nil, config, nil, err
	}
	log, err := newLog(config, os.Stderr)
	if err != nil {
		return nil, nil, config, nil, err
	}
	w := operate.NewWatch(config)
	s, err := store.Open(config.Store.File, store.Options{Committed: w.Committed})
	if err != nil {
		return nil, nil, config, nil, err
	}
	b := bot.New(config, s, bot.Games(), log)
	b.Watch(w)
	return b, s, config, log, nil
}

func newLog(config config.Config, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(config.Log.Level)); err != nil {
		return nil, err
	}
	o := &slog.HandlerOptions{Level: level}
	if config.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return slog.New(slog.NewTextHandler(w, o)), nil
}

func (c *commands) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Serve the playground, or with a token be the bot (the default)", Args: takes(),
		Example: "  sixfold\n  sixfold --config config.toml\n  SIXFOLD_TOKEN_FILE=/etc/sixfold/token sixfold serve --data /var/lib/sixfold.db",
		RunE:    func(*cobra.Command, []string) error { return c.serve() },
	}
}

// serve serves until a signal, or until the connection is lost for good.
func (c *commands) serve() (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	b, s, settings, log, err := c.newBot()
	if err != nil {
		return err
	}
	defer closing(&err, s)
	desk, err := operate.Open(settings, s, b.Watched(), log)
	if err != nil {
		return err
	}
	defer closing(&err, desk)
	connection := discord.Config{
		Token: settings.Discord.Token, Guild: settings.Discord.Guild, Records: s,
		Endpoint: settings.Discord.Endpoint, PublicKey: settings.Discord.PublicKey,
		Watch: b.Watched(),
	}
	page := ""
	if connection.Token == "" {
		p, err := playground.New(playground.Config{Addr: settings.Playground.Address, Records: s, Log: log})
		if err != nil {
			return err
		}
		defer closing(&err, p)
		connection.Token, connection.API, page = config.Secret(p.Token()), p.APIBase()+"api/v9/", p.URL()
		connection.Endpoint = "" // the playground has a gateway alone
	}
	d, err := discord.Connect(ctx, b, connection, log)
	if err != nil {
		return err
	}
	defer closing(&err, d)
	if page != "" {
		fmt.Printf("Sixfold plays at %s\nA second window for the friend: %s?user=friend\n", page, page)
	}
	return stay(ctx, b, d)
}

// stay lets the bot do what nobody asks for, until the context or the connection
// ends, and waits for it.
func stay(ctx context.Context, b *bot.Bot, d *discord.Connection) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, d) }()
	select {
	case err := <-ended:
		return err
	case <-d.Done():
		stop()
		return errors.Join(d.Err(), <-ended)
	}
}

// closing closes and keeps the first error.
func closing(err *error, c io.Closer) {
	if e := c.Close(); *err == nil {
		*err = e
	}
}

func playCommand() *cobra.Command {
	c := console.Console{Now: time.Now, ReadFile: os.ReadFile}
	for _, entry := range bot.Games() {
		c.Games = append(c.Games, entry.Game)
	}
	command := &cobra.Command{
		Use: "play <game> [option=value ...]", Short: "Play a game by lines: moves in, JSON out",
		Args:    func(_ *cobra.Command, args []string) error { return expect([]string{"game"}, args) },
		Example: "  printf 'b2\\na1\\n' | sixfold play hex size=3 swap=false",
		RunE: func(_ *cobra.Command, args []string) error {
			return c.Play(context.Background(), args[0], args[1:], os.Stdin, os.Stdout)
		},
	}
	command.Flags().Uint64Var(&c.Seed, "seed", 1, "makes players and chance repeatable")
	return command
}

func htpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "htp [parameter=value ...]", Short: "Be a Hex engine: the Hex Text Protocol on standard input and output",
		Long: `Be a Hex engine: the Hex Text Protocol on standard input and output.

Black moves first and joins top and bottom. Without a parameter and a clock a move
takes at most a second. The parameters can be given here, and in the protocol as
"param time 2":

` + htp.Parameters(),
		Example: "  printf 'boardsize 7\\ngenmove b\\nshowboard\\n' | sixfold htp\n  sixfold htp time=2 threads=1",
		RunE: func(_ *cobra.Command, args []string) error {
			e := htp.Engine{Version: buildVersion(), Now: time.Now, ReadFile: os.ReadFile}
			return e.Serve(context.Background(), args, os.Stdin, os.Stdout)
		},
	}
}

// solveCommand is the tree of puzzles that are solved without a table.
func solveCommand() *cobra.Command {
	command := &cobra.Command{
		Use: "solve", Short: "Solve a puzzle and print its solutions, one a line", Args: takes(),
		Example: "  sixfold solve connexion --count 3 --seed 7 --json\n  sixfold solve octopuszle --diagonals board.json --json",
		RunE:    func(*cobra.Command, []string) error { return errors.New(`expected "connexion" or "octopuszle"`) },
	}
	command.AddCommand(solveConnexionCommand(), solveOctopuszleCommand())
	return command
}

func solveConnexionCommand() *cobra.Command {
	c := new(solve.Connexion)
	var given string
	command := &cobra.Command{
		Use: "connexion", Short: "Solutions of the China Labyrinth", Args: takes(),
		Example: "  sixfold solve connexion --count 1000 --seed 7 --groups 2 --json\n  sixfold solve connexion --mirror\n  sixfold solve connexion --compact par8 --json",
		RunE: func(*cobra.Command, []string) error {
			return solving(given, &c.Given, func(ctx context.Context, w io.Writer) error { return c.Print(ctx, w) })
		},
	}
	flags := command.Flags()
	solveFlags(command, &c.Common)
	flags.IntVar(&c.Groups, "groups", 0, "in exactly so many groups, from 2")
	flags.IntVar(&c.Largest, "largest", 0, "with so many pieces in the largest group")
	flags.StringVar(&c.Mirror, "mirror", "", "symmetric at a line: level or upright")
	flags.Lookup("mirror").NoOptDefVal = "level"
	flags.StringVar(&c.Compact, "compact", "", "fill a `SHAPE`: par8, hex61, or rows of # parted by /")
	flags.StringVar(&c.Search, "search", "", "the way of looking: ours or source")
	flags.IntVar(&c.Limit, "limit", 0, "steps after which a search begins anew")
	flags.StringVar(&given, "given", "", "with the pieces of this `FILE`, as --json prints them")
	return command
}

func solveOctopuszleCommand() *cobra.Command {
	o := new(solve.Octopuszle)
	var diagonals string
	command := &cobra.Command{
		Use: "octopuszle", Short: "Solutions of the Octopuszle", Args: takes(),
		Example: "  sixfold solve octopuszle --seed 3 --json > board.json\n  sixfold solve octopuszle --diagonals board.json --count 2 --json",
		RunE: func(*cobra.Command, []string) error {
			return solving(diagonals, &o.Diagonals, func(ctx context.Context, w io.Writer) error { return o.Print(ctx, w) })
		},
	}
	solveFlags(command, &o.Common)
	command.Flags().StringVar(&diagonals, "diagonals", "", "with the diagonals of the board in this `FILE`")
	return command
}

func solveFlags(command *cobra.Command, c *solve.Common) {
	command.Flags().IntVar(&c.Count, "count", 1, "how many")
	command.Flags().IntVar(&c.Seed, "seed", 1, "makes them repeatable")
	command.Flags().IntVar(&c.Seconds, "seconds", 60, "how long to look for each")
	command.Flags().BoolVar(&c.JSON, "json", false, "as JSON, one solution a line")
}

// solving reads a file, if one is named, and solves until it is done or a signal comes.
func solving(file string, data *[]byte, run func(context.Context, io.Writer) error) error {
	if file != "" {
		read, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		*data = read
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Stdout)
}

func (c *commands) sayCommand() *cobra.Command {
	var said shell.Saying
	command := &cobra.Command{
		Use: "say [command]", Short: "Say one slash command to the bot and print its reply as JSON",
		Example: "  sixfold say '/hex new @friend size:5' --out pictures\n  sixfold say --user friend --press Accept\n  sixfold say --press Move --fill c3",
		RunE: func(_ *cobra.Command, args []string) error {
			said.Line = strings.Join(args, " ")
			return c.say(said)
		},
	}
	flags := command.Flags()
	flags.StringVar(&said.User, "user", "you", "who says it: you, friend, or any other `NAME`")
	flags.StringVar(&said.Channel, "channel", "games", "where: games, lobby, or any other `NAME`")
	flags.StringVar(&said.Press, "press", "", "press the button of this `LABEL` under the last reply instead")
	flags.StringArrayVar(&said.Fill, "fill", nil, "fill the form that the button opens with a `VALUE`; once a field, in order")
	flags.StringVar(&said.Out, "out", "", "write the pictures and files of the reply to the folder `DIR`")
	return command
}

// say says it and prints the reply.
func (c *commands) say(said shell.Saying) (err error) {
	switch {
	case (said.Line == "") == (said.Press == ""):
		return errors.New("give either a slash command or --press")
	case len(said.Fill) > 0 && said.Press == "":
		return errors.New("--fill goes with --press")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b, st, _, _, err := c.newBot()
	if err != nil {
		return err
	}
	defer closing(&err, st)
	return shell.Shell{Bot: b, Records: st}.Say(ctx, said, os.Stdout)
}

func (c *commands) checkConfigCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Tell whether the settings can be used", Args: takes(),
		Example: "  sixfold check-config --config config.toml",
		RunE: func(*cobra.Command, []string) error {
			if _, err := c.load(); err != nil {
				return err
			}
			fmt.Println("ok")
			return nil
		},
	}
}

func (c *commands) commandsCommand() *cobra.Command {
	var guild string
	var dryRun bool
	sync := &cobra.Command{
		Use: "sync", Short: "Write them all, as is done at the start where they have changed, and remember which", Args: takes(),
		Example: "  sixfold commands sync --dry-run\n  SIXFOLD_TOKEN_FILE=token sixfold commands sync --guild 123456789012345678",
		RunE: func(*cobra.Command, []string) error {
			if dryRun {
				b := bot.New(config.Default(), nil, bot.Games(), slog.New(slog.DiscardHandler))
				return slash.List(os.Stdout, b.Commands())
			}
			return c.sync(guild)
		},
	}
	sync.Flags().StringVar(&guild, "guild", "", "to the one server of this `ID`, where they appear at once (discord.guild)")
	sync.Flags().BoolVar(&dryRun, "dry-run", false, "print them with their sizes; needs neither token nor network")
	command := &cobra.Command{
		Use: "commands", Short: "Write the slash commands to Discord", Args: takes(),
		Example: "  sixfold commands sync --dry-run",
		RunE:    func(*cobra.Command, []string) error { return errors.New(`expected "sync"`) },
	}
	command.AddCommand(sync)
	return command
}

// sync writes the slash commands.
func (c *commands) sync(guild string) error {
	config, err := c.load()
	if err != nil {
		return err
	}
	if guild != "" {
		config.Discord.Guild = guild
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return operate.SyncCommands(ctx, config, os.Stdout)
}

func (c *commands) backupCommand() *cobra.Command {
	var force bool
	command := &cobra.Command{
		Use: "backup <file>", Short: "Copy the file of all games, also while the bot runs, and check the copy", Args: takes("file"),
		Example: "  sixfold backup copy.db --data sixfold.db\n  sixfold backup --force /backup/sixfold.db --config config.toml",
		RunE:    func(_ *cobra.Command, args []string) error { return c.backup(args[0], force) },
	}
	command.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return command
}

// backup writes the copy, and what is in it.
func (c *commands) backup(file string, force bool) error {
	config, err := c.load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	has, err := operate.Backup(ctx, config.Store.File, file, force)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s is whole: tables %d, open %d, records %d, bytes %d\n",
		file, has.Tables, has.Open, has.Records, has.Bytes)
	return err
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of the program and of its compiler", Args: takes(), Example: "  sixfold version",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Printf("sixfold %s %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

package engine

// Start is a command that opens a table in a way of its own: "/ade puzzle".
type Start struct {
	Name string
	Help Text
	Args []Arg
	// Solo: a table for one; nobody is asked who else plays.
	Solo bool
	// Options turns the command's arguments into raw values for the game's options;
	// those that it leaves out have their default. Nil: Args are options of the game.
	Options func(Options) map[string]any
}

// Parse checks the raw values of the command's arguments and turns them into options of
// the game, as [ParseOptions] does those of `new`.
func (s Start) Parse(g *Game, raw map[string]any, alone bool) (Options, error) {
	o, err := ParseOptions(s.Args, raw, alone)
	if err != nil {
		return nil, err
	}
	given := map[string]any(o)
	if s.Options != nil {
		given = s.Options(o)
	}
	return ParseOptions(g.Options, given, alone)
}

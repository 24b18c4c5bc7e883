package gordon

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// facts is what is known of a group: the data of view "table" and tool "groups".
type facts struct {
	Name     string      `json:"name"`
	Order    int         `json:"order"`
	Abelian  bool        `json:"abelian"`
	Identity string      `json:"identity"`
	Centre   []string    `json:"centre"`
	Orders   map[int]int `json:"element_orders"`
	// Winner is the winner by the standard rules, 1 or 2, or 0 if unknown.
	Winner int `json:"winner"`
}

func factsOf(g *group.Group) facts {
	return facts{
		Name: g.Name(), Order: g.Order(), Abelian: g.Abelian(), Identity: g.Element(g.Identity()),
		Centre: names(g, g.Centre()), Orders: g.ElementOrders(), Winner: knownWinner(g),
	}
}

func about(g *group.Group) engine.Text {
	f := factsOf(g)
	kind := engine.T("abelian")
	if !f.Abelian {
		kind = engine.T("not abelian, centre %s", clip(strings.Join(f.Centre, " ")))
	}
	orders := engine.Map(slices.Sorted(maps.Keys(f.Orders)), func(order int) engine.Text {
		return engine.T("%s of order %s", strconv.Itoa(f.Orders[order]), strconv.Itoa(order))
	})
	name := engine.T("A group of order %s", strconv.Itoa(f.Order))
	if f.Name != "" {
		name = engine.T("%s, a group of order %s", f.Name, strconv.Itoa(f.Order))
	}
	text := engine.T("%s: %s, identity %s. Elements: %s.", name, kind, f.Identity, engine.List(", ", orders))
	switch f.Winner {
	case 1:
		return engine.T("%s With best play player one wins.", text)
	case 2:
		return engine.T("%s With best play player two wins.", text)
	}
	return text
}

func showTable(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	return show(group.Table{Group: position.(*Position).group}), nil
}

var groupsTool = engine.Tool{
	Name: "groups", Help: engine.T("The groups there are, and who wins; or all about one group or table"),
	Args: []engine.Arg{
		{
			Name: "group", Help: engine.T("Tell more about a group such as D10, or about the text of a table"),
			Kind: engine.Word, Min: 1, Max: maxPasted, Suggest: suggestGroups,
		},
		{Name: "file", Help: engine.T("Tell about a table of your own, and whether it is a group"), Kind: engine.Upload, Max: group.MaxFile},
	},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		_, file := o.File("file")
		if o.Text("group") == "" && !file {
			text, data := known()
			return engine.Answer{Text: text, Data: data}, nil
		}
		t, err := chosenTable(o)
		if err != nil {
			return engine.Answer{}, err
		}
		return show(t), nil
	},
}

func show(t group.Table) engine.Answer {
	return engine.Answer{
		Text: engine.Sentences(append([]engine.Text{about(t.Group), aboutGames(t.Group)}, t.Warnings...)...), Data: factsOf(t.Group), Scenes: []engine.Scene{t.Group},
		Files: []engine.File{{Name: t.FileName(), Data: t.Grp()}},
	}
}

// mostPlayed is the order up to which all games on a group are played, for their lengths.
const mostPlayed = 8

// aboutGames tells how long games last, and on small groups, whose orbits are surely whole, which
// openings win or lose together.
func aboutGames(g *group.Group) engine.Text {
	turns := engine.T("at most %s", strconv.Itoa(g.Order()))
	if g.Order() <= mostPlayed {
		least, most := lengths(start(g, Standard))
		if turns = engine.T("%s to %s", strconv.Itoa(least), strconv.Itoa(most)); least == most {
			turns = engine.T("%s", strconv.Itoa(most))
		}
	}
	turns = engine.T("Turns in a game: %s.", turns)
	if g.Order() > knownTo {
		return turns
	}
	alike := engine.Map(g.Orbits(), func(orbit []group.Element) string { return strings.Join(names(g, orbit), " ") })
	return engine.T("%s Taken first, the m of one class win or lose alike: %s.", turns, clip(strings.Join(alike, "; ")))
}

// lengths returns how few and how many turns may follow, by playing all games.
func lengths(p *Position) (least, most int) {
	for _, t := range choices(p) {
		shortest, longest := lengths(p.After(t))
		if least == 0 || shortest+1 < least {
			least = shortest + 1
		}
		most = max(most, longest+1)
	}
	return least, most
}

// knownTo is the order up to which the winner on every group is known. The catalogue has every
// group up to this order.
const knownTo = 23

// forSecond are the groups up to this order on which player two wins with best play by the
// standard rules, as exhaustive search shows. Player one wins on all others.
var forSecond = []string{
	"C3", "C5", "S3", "C4xC2", "Q8", "A4", "(C3xC3):C2", "F20", "D10", "C10xC2", "D11",
}

// knownWinner returns 1 or 2, or 0 if the winner is unknown.
func knownWinner(g *group.Group) int {
	if g.Order() > knownTo {
		return 0
	}
	if slices.Contains(forSecond, g.Identify()) {
		return 2
	}
	return 1
}

func known() (text engine.Text, data []facts) {
	var lines []string
	for order := 1; order <= knownTo; order++ {
		var names []string
		for _, name := range group.OfOrder(order) {
			g, _ := group.Parse(name) // the catalogue has what it names
			f := factsOf(g)
			data = append(data, f)
			if f.Winner == 2 {
				name = "**" + name + "**"
			}
			names = append(names, name)
		}
		lines = append(lines, strconv.Itoa(order)+": "+strings.Join(names, ", "))
	}
	return engine.T("%s\n%s\n%s",
		engine.T("Who wins with best play by the usual rules is known of all groups of order up to %s: player two on those in bold, player one on all others.", strconv.Itoa(knownTo)),
		strings.Join(lines, "\n"),
		engine.T("Products such as C4xD5 and C13:C3, powers such as Z2^6, SL(2,3), and Dn, Dicn, Sn, An up to order %s can be played too, spelt as GroupNames, GAP or TeX do, and tables of your own. %s with a name or a file tells more.",
			strconv.Itoa(group.MaxOrder), engine.Command("gordon groups")),
	), data
}

package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// Effect is an example of what a red piece does to another beside it, or behind one of the mover's
// propagators.
type Effect struct {
	Through grid.Colour // Empty: nothing lies between
	Hit     grid.Colour
	Result  grid.Colour
}

// Effects are the six kinds of effect: on the piece's own colour, on the colours one, two and three
// steps away on the wheel, on the opponent's propagator, and through an own one.
var Effects = [...]Effect{
	{Hit: grid.Red, Result: grid.Red},
	{Hit: grid.Yellow, Result: grid.Yellow},
	{Hit: grid.Green, Result: grid.Yellow},
	{Hit: grid.Cyan, Result: grid.White},
	{Hit: grid.Black, Result: grid.Red},
	{Through: grid.White, Hit: grid.Green, Result: grid.Yellow},
}

var rulesTool = engine.Rules(engine.T("Atom-4"), []engine.Page{
	{
		Title: engine.T("the aim"),
		Text:  engine.T("White wants four white pieces in a straight row, Black four black ones, in any of the three directions of the lines. But nobody ever places a white or a black piece: they come about by mixing colours."),
		Scene: engine.Illustrated("aim",
			engine.T("Left, four white pieces (W) in a row: White has won. Right, four black pieces (K) in a row: Black has won."),
			engine.T("White wins"), engine.T("Black wins")),
	},
	{
		Title: engine.T("the wheel"),
		Text:  engine.T("The two place pieces in turn, in the order of this wheel: red, yellow, green, cyan, blue, purple, and so on round. So White always gets red, green or blue, which *add* to what they touch, and Black yellow, cyan or purple, which *filter* it. All can see what comes next."),
		Scene: engine.Illustrated("wheel",
			engine.T("The wheel, clockwise from the top: red, yellow, green, cyan, blue, purple. White places red, green and blue, Black places yellow, cyan and purple."),
			engine.T("White places"), engine.T("Black places")),
	},
	{
		Title: engine.T("where a piece may go"),
		Text:  engine.T("A piece goes to a free *vertex*, a point where lines cross, if it makes a small triangle there with two pieces that are neighbours. On the board such vertices bear a small ring. Press *Move* or type %s; %s shows first what would change.", engine.Command("atom4 move i7"), engine.Command("atom4 preview")),
		Scene: engine.Illustrated("place",
			engine.T("A green and a purple piece side by side. The vertex above, i7, and the vertex below, i9, make a triangle with both: they bear small rings. No other vertex does."),
			engine.T("with two neighbours, a triangle")),
	},
	{
		Title: engine.T("colours that are near"),
		Text:  engine.T("A piece that is placed acts on each of its six neighbours. What it does depends on how far the two colours are apart on the wheel. Its own colour and the two beside it stay as they are. A colour two steps away turns into the one between."),
		Scene: engine.Illustrated("near",
			engine.T("Red is placed beside another piece. Red stays red. Yellow, one step away on the wheel, stays yellow. Green, two steps away, becomes yellow, which lies between."),
			engine.T("the same: stays"), engine.T("one step: stays"), engine.T("two steps: the one between")),
	},
	{
		Title: engine.T("opposites and propagators"),
		Text:  engine.T("The opposite colour on the wheel becomes white if White plays, black if Black plays. White and black pieces are called *propagators*. Your own passes on what you play, in a straight line, to the next piece behind it. The other side's takes your colour, and is lost to them."),
		Scene: engine.Illustrated("far",
			engine.T("White places red. Cyan, the opposite, becomes white. Through a white piece red reaches the green one behind and makes it yellow. A black piece becomes red."),
			engine.T("the opposite: white"), engine.T("yours: passes on"), engine.T("theirs takes your colour")),
	},
	{
		Title: engine.T("a whole turn"),
		Text:  engine.T("All this happens in the same moment, in all six directions. What has just changed does not act itself, nor does it pass anything on yet. Here White places green on h9 (the thick ring). Purple, its opposite, turns white three times (the thin rings), and there is the row."),
		Scene: engine.Illustrated("turn",
			engine.T("Before: a board on which h9 bears a small ring. After green is placed there, the purple pieces on g8, h8 and i9 are white. With h7 and g6 they include a straight row of four, g6 h7 h8 i9: White wins."),
			engine.T("before"), engine.T("after green on h9")),
	},
	{
		Title: engine.T("rounds"),
		Text:  engine.T("A row of four or more wins the round, and a point. A full board is a draw. For the next round, %s, the wheel moves on by one step: other colours lie on the board, and the other side begins. Who has more points after the last round wins the match.", engine.Command("atom4 next")),
		Scene: engine.Illustrated("rounds",
			engine.T("How rounds begin. Round 1: green and purple lie there, White begins with red. Round 2: cyan and red, Black begins with yellow. Round 3: blue and yellow, White begins with green."),
			engine.T("Round 1: White begins"), engine.T("Round 2: Black begins"), engine.T("Round 3: White begins")),
	},
	{
		Title: engine.T("reach far, and beware"),
		Text:  engine.T("Propagators of yours carry a piece across the board, and to pieces that are buried among others, beside which nobody can place any more. So make them where they point at many. But each piece of the other side that comes beside one takes it away. Look which of them your opponent's next colour can reach."),
		Scene: engine.Illustrated("reach",
			engine.T("Red beside two white pieces in a line turns the green one behind them into yellow. Yellow, placed by Black beside a white piece, makes it yellow."),
			engine.T("through both of them"), engine.T("a propagator less")),
	},
	{
		Title: engine.T("their colours are yours"),
		Text:  engine.T("White makes white of cyan, purple and yellow, which Black places; and Black makes black of red, green and blue, which White places. So each brings what the other needs. Use what lies there, rather than mixing it yourself, and beware of laying the opposite of your opponent's next colour before them."),
		Scene: engine.Illustrated("opposites",
			engine.T("Left, what White makes white: red does it to cyan, green to purple, blue to yellow. Right, what Black makes black: cyan does it to red, purple to green, yellow to blue."),
			engine.T("White places"), engine.T("Black places")),
	},
	{
		Title: engine.T("your next colour"),
		Text:  engine.T("You know your next colours too, so prepare what they can finish. White with red and no cyan about goes beside blue: it becomes purple, and with the next piece, green, that turns white. Beside green it would become yellow, for which White must wait until blue comes, a turn later."),
		Scene: engine.Illustrated("next",
			engine.T("White's red makes purple of a blue piece. With the next turn White's green makes white of that purple piece."),
			engine.T("now: purple"), engine.T("next time: white")),
	},
	{
		Title: engine.T("threats"),
		Text:  engine.T("A *threat* is a vertex where your next colour would make the row. One is easily met, by taking the vertex or recolouring a piece of the row. So make two or three at once, here marked by !, which cannot all be met. Or bury the fourth piece among others, with more than one line of propagators that leads there."),
		Scene: engine.Illustrated("threats",
			engine.T("A board on which Black must place cyan. White, with blue, would win on i6, on j9 and on i10. Whatever Black does, White wins with the next piece."),
			engine.T("Black is next, then White wins with blue, wherever Black goes")),
		Actions: []engine.Action{{Label: engine.T("Try it: first lesson"), Emoji: "🎓", Line: "lesson number:1"}},
	},
	{
		Title: engine.T("about"),
		Text:  engine.T("Hwei Sheng Teoh made Atom-4: a version with two colours in 2002, then those of 2003. The rules here are those of its manual page, atom4(6), and where that is silent what its program does, in version 4.1. That program also played: `depth:3` in %s looks as far ahead as it did with `-d 3`.", engine.Command("atom4 new")),
		Scene: engine.Illustrated("emblem", engine.T("The emblem of Atom-4: a purple, a yellow, a red and a blue piece on a net of triangles.")),
	},
})

// Package cards draws pictures other than positions: a player's [Profile], the [Standings] of a
// tournament, and the [Comb] of all games above the list of games.
//
// It knows neither games, tournaments nor players and computes no statistics: all text and figures
// are given, in the reader's language.
package cards

import (
	"cmp"
	"image"
	"image/color"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Profile is the content of a player's card. Of each list only the first entries are shown, as far
// as there is room.
type Profile struct {
	Name  string
	Of    engine.Text // its games: "All games", "Hex"
	Since time.Time   // date of the first game

	Rating  Rating  // zero without a rating
	Curve   []Point // history of that rating, oldest first
	Total   Score
	Parts   []ProfileRow // of the total, by game or by side
	Against []ProfileRow // of the total, by opponent or level
	Met     []ProfileRow // most frequent opponents

	Best       engine.Text // opponent of the best win; may be empty
	BestRating int         // rating of that opponent, 0 for none
	Wins, Days Streak
	Solved     []ProfileRow // puzzles, counted as wins
}

// Rating is a current rating.
type Rating struct {
	Points int
	// Margin is the uncertainty to either side; 0 if unknown.
	Margin      int
	Provisional bool
	Pool        engine.Text // the games that it covers
}

// Point is a rating after a game.
type Point struct {
	At     time.Time
	Rating int
}

// Score counts results.
type Score struct{ Won, Lost, Drawn int }

// Games is the number of games.
func (s Score) Games() int { return s.Won + s.Lost + s.Drawn }

// String returns the score as "12–7", or with draws as "12–7–1".
func (s Score) String() string {
	said := strconv.Itoa(s.Won) + "–" + strconv.Itoa(s.Lost)
	if s.Drawn > 0 {
		said += "–" + strconv.Itoa(s.Drawn)
	}
	return said
}

// ProfileRow is a score with a label.
type ProfileRow struct {
	Label engine.Text
	Score
}

// Streak is the length of the current streak and of the longest one.
type Streak struct{ Now, Longest int }

// Drawers draw a [Profile].
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	p := &pages{canvas.Cache[*canvas.Look, *profilePage]{Limit: len(render.Themes)}}
	return []render.Drawer{render.For(p.draw)}
}

// pages caches what all cards of a theme share. It is safe for concurrent use.
type pages struct {
	canvas.Cache[*canvas.Look, *profilePage]
}

// profilePage is the palette and typefaces of a theme. It is immutable.
type profilePage struct {
	palette *canvas.Palette
	name    canvas.Sizes     // of the player
	huge    canvas.Sizes     // of the main number
	initial *canvas.Typeface // on the token
	strong  *canvas.Typeface // of other numbers
	label   *canvas.Typeface // of bars
	number  *canvas.Typeface // in columns
	small   *canvas.Typeface // of secondary text
}

// Sizes in pixels; package rendertest checks the text sizes.
const (
	width  = canvas.Width
	margin = 44
	right  = width - margin

	nameSize    = 60.0
	hugeSize    = 94.0
	initialSize = 66.0
	strongSize  = 42.0
	barSize     = 40.0
	numberSize  = 36.0
)

func (c *pages) page(l *canvas.Look) *profilePage {
	return c.Get(l, func() *profilePage {
		m := canvas.NewMixture(l, canvas.AllInks)
		for _, ground := range []color.RGBA{l.Background, l.Band} {
			m.Ramps(ground, 12, 1, l.Text, l.Muted, l.Blue.Base, l.Green, l.Line, l.Lit)
		}
		m.Ramps(l.Ink(canvas.InkBlue), 12, 1, l.Ink(canvas.InkMark))
		m.Exact(canvas.Mix(l.Band, l.Ink(canvas.InkBlue), shade))
		return &profilePage{
			palette: m.Palette(canvas.MaxColours),
			name:    canvas.NewSizes(canvas.Bold, nameSize), huge: canvas.NewSizes(canvas.Bold, hugeSize),
			initial: canvas.Bold(initialSize), strong: canvas.Bold(strongSize),
			label: canvas.Medium(barSize), number: canvas.Bold(numberSize), small: canvas.Medium(canvas.LeastText),
		}
	})
}

type drawing struct {
	*profilePage
	on canvas.Canvas
	s  render.Style
}

// fewPoints is the least number of points for a curve; a shorter one would mostly show chance.
const fewPoints = 5

func (c *pages) draw(card Profile, s render.Style) *image.Paletted {
	p := c.page(s.Theme.Look())
	d := &drawing{p, canvas.Blank(canvas.Whole, p.palette), s}
	h := unrated(card.Total)
	if len(card.Curve) > 0 {
		h = rating(card)
	}
	switch {
	case len(card.Curve) >= fewPoints:
		d.head(card, h)
		d.curve(card.Curve)
		parts := card.Parts
		if len(parts) <= 1 {
			parts = card.Against
		}
		d.columns(card, parts)
	case len(card.Curve)+card.Total.Games() > 0:
		d.head(card, h)
		d.bars(card.Parts, bandBottom, Score.String)
		d.columns(card, card.Against)
	default:
		d.head(card, headline{strconv.Itoa(solved(card)), engine.T("puzzles solved"), daily(card.Days)})
		d.bars(card.Solved, canvas.Height, func(s Score) string { return strconv.Itoa(s.Won) })
	}
	return d.on.Paletted
}

func solved(card Profile) (all int) {
	for _, row := range card.Solved {
		all += row.Won
	}
	return all
}

// daily describes a streak of days, or is empty if it is too short.
func daily(s Streak) engine.Text {
	switch {
	case s.Now > 1:
		return engine.T("%s days in a row", strconv.Itoa(s.Now))
	case s.Longest > 1:
		return engine.T("once %s days in a row", strconv.Itoa(s.Longest))
	}
	return engine.Text{}
}

// unrated is the headline of a player without a rating. The share of wins is omitted for few games.
func unrated(s Score) headline {
	const few = 5
	if s.Games() < few {
		return headline{number: strconv.Itoa(s.Games()), below: engine.T("played so far")}
	}
	return headline{number: share(s), below: engine.T("won of %s games", strconv.Itoa(s.Games()))}
}

// share is the percentage of points, with a draw as half a win.
func share(s Score) string {
	return strconv.Itoa((200*s.Won+100*s.Drawn+s.Games())/(2*s.Games())) + " %"
}

// words translates text, in characters of the fonts.
func (d *drawing) words(t engine.Text) string {
	if t.Empty() {
		return ""
	}
	return d.small.Legible(d.s.Words(t))
}

// left writes text to the right of a point, capitals centred vertically, shortened to a width. It
// returns the width of the text.
func (d *drawing) left(t *canvas.Typeface, at canvas.Point, words string, room float64, with canvas.Ink) float64 {
	words = t.Fit(words, room)
	d.on.Text(t, canvas.Pt(at.X, at.Y+t.CapHeight()/2), words, with)
	return t.Measure(words)
}

// rightTo writes text to the left of a point; see left.
func (d *drawing) rightTo(t *canvas.Typeface, at canvas.Point, words string, room float64, with canvas.Ink) float64 {
	words = t.Fit(words, room)
	return d.left(t, canvas.Pt(at.X-t.Measure(words), at.Y), words, room, with)
}

// headline is the main number of a card with up to two lines about it.
type headline struct {
	number       string
	below, under engine.Text
}

func rating(card Profile) headline {
	r := card.Rating
	h := headline{number: strconv.Itoa(r.Points), below: r.Pool}
	switch margin := strconv.Itoa(r.Margin); {
	case r.Margin > 0 && r.Provisional:
		h.under = engine.T("± %s, provisional", margin)
	case r.Margin > 0:
		h.under = engine.T("± %s", margin)
	}
	return h
}

// Positions in the head, in pixels.
const (
	tokenRadius = 60.0
	tokenAt     = 94.0 // the middle of the token, vertically
	headLeft    = margin + 2*tokenRadius + 32
	headGap     = 36.0 // between the left and the right part
	mostOf      = 0.4  // maximum share of the width for the right part
	nameAt      = 56.0 // also of the main number
	firstAt     = 121.0
	secondAt    = 160.0
)

// head writes the player, the games, and the headline on the right.
func (d *drawing) head(card Profile, h headline) {
	const most = mostOf * width
	middle := canvas.Pt(margin+tokenRadius, tokenAt)
	d.on.Disc(middle, tokenRadius, d.s.Theme.Look().Blue.Square, canvas.Solid, canvas.InkBlue)
	name := cmp.Or(d.small.Legible(card.Name), "?")
	canvas.Centred(d.on, d.initial, middle, initial(name), canvas.InkMark)

	number, _ := d.huge.Fit(h.number, most)
	taken := max(
		d.rightTo(number, canvas.Pt(right, nameAt), h.number, most, canvas.InkText),
		d.rightTo(d.small, canvas.Pt(right, firstAt), d.words(h.below), most, canvas.InkMuted),
		d.rightTo(d.small, canvas.Pt(right, secondAt), d.words(h.under), most, canvas.InkMuted),
	)
	room := right - taken - headGap - headLeft
	face, _ := d.name.Fit(name, room)
	d.left(face, canvas.Pt(headLeft, nameAt), name, room, canvas.InkText)
	d.left(d.small, canvas.Pt(headLeft, firstAt), d.words(card.Of), room, canvas.InkMuted)
	d.left(d.small, canvas.Pt(headLeft, secondAt), d.words(since(card)), room, canvas.InkMuted)
}

// since tells the date of the first game and the number of solved puzzles.
func since(card Profile) engine.Text {
	said := engine.T("since %s", card.Since.UTC().Format("2006-01"))
	if n := solved(card); n > 0 && card.Total.Games() > 0 {
		said = engine.T("%s · %s", said, engine.Count(n, "one puzzle", "%s puzzles"))
	}
	return said
}

// initial is the first letter of a name.
func initial(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	if unicode.IsLetter(r) {
		return strings.ToUpper(name[:size])
	}
	return name[:size]
}

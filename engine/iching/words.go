package iching

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// paragraphs joins texts as lines and omits empty ones.
func paragraphs(list ...engine.Text) engine.Text {
	return engine.List("\n", slices.DeleteFunc(slices.Clone(list), engine.Text.Empty))
}

func quoted(t engine.Text) engine.Text { return engine.T("> %s", t) }

// Describe implements [engine.Scene].
func (p *Position) Describe() engine.Text {
	if p.Throw != nil {
		return p.Sheet().Describe()
	}
	return engine.Sentences(engine.T("The I Ching: the lines have not been cast yet."), questionWords(p.Question))
}

// Describe implements [engine.Scene]: the hexagrams, the lines, and the question.
func (s *Sheet) Describe() engine.Text {
	from, to := s.Pair[0], s.Pair[1]
	answer := engine.T("%s: %s, %s.", from.Name, from.label(), trigramsOf(from.Hexagram))
	if from.Hexagram == to.Hexagram {
		answer = engine.T("%s No line changes.", answer)
	} else {
		answer = engine.T("%s %s: %s, %s.", answer, to.Name, to.label(), trigramsOf(to.Hexagram))
	}
	lines := engine.T("Six lines from the bottom: %s.", castWords(s.Cast))
	return engine.Fit(engine.MostDescribed,
		engine.Sentences(answer, lines, questionWords(s.Question)), engine.Sentences(answer, lines), lines)
}

func questionWords(question string) engine.Text {
	if question == "" {
		return engine.Text{}
	}
	return engine.T("The question: “%s”.", engine.Quotable(question))
}

// trigramsOf names a hexagram's trigrams: "wind over fire".
func trigramsOf(h book.Hexagram) engine.Text {
	return engine.T("%s over %s", h.Upper().Word(), h.Lower().Word())
}

func castWords(c book.Lines) engine.Text {
	return engine.List(", ", engine.Map(c[:], func(l book.Line) engine.Text {
		said := engine.T("%s %s", strconv.Itoa(int(l)), lineWord(l.Yang()))
		if l.Changes() {
			said = engine.T("%s and changing", said)
		}
		return said
	}))
}

func lineWord(yang bool) engine.Text {
	if yang {
		return engine.T("whole")
	}
	return engine.T("broken")
}

// linesWords describes the lines of a hexagram, the bottom one first.
func linesWords(h book.Hexagram) engine.Text {
	return engine.List(", ", engine.Map([]int{1, 2, 3, 4, 5, 6}, func(n int) engine.Text { return lineWord(h.Yang(n)) }))
}

// Describe implements [engine.Scene]: which hexagrams are marked and where, and all pieces.
func (c *Connexion) Describe() engine.Text {
	head := engine.T("A Connexion of 64 hexagons.")
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, c.Picture.Describe()), engine.T("%s %s.", head, c.Pair.words()), head)
}

func (c *Connexion) blinkingWords() engine.Text {
	head := engine.T("A film in which the two hexagrams light up in turn.")
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, c.Describe()), engine.T("%s %s.", head, c.Pair.words()), head)
}

// Describe implements [engine.Scene]: the lines, and the related hexagrams.
func (l *Leaf) Describe() engine.Text {
	head := engine.T("Hexagram %s %s: %s.", strconv.Itoa(l.Hexagram.Number()), l.Title, trigramsOf(l.Hexagram))
	lines := engine.T("Lines from the bottom: %s.", linesWords(l.Hexagram))
	if l.Line >= 1 && l.Line <= 6 {
		lines = engine.T("%s Line %s is marked.", lines, strconv.Itoa(l.Line))
	}
	var related engine.Text
	for _, m := range l.Related {
		related = engine.Sentences(related, engine.T("%s: %s.", m.Name, m.Title))
	}
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, lines, related), engine.Sentences(head, lines), lines)
}

// Describe implements [engine.Scene]: the hour and the month, with their hexagrams.
func (w *Wheel) Describe() engine.Text {
	head := engine.T("The wheel of twelve double hours and twelve months at %s, mean solar time.", w.Moment.Local.Format("15:04"))
	pair := engine.T("%s.", w.Pair.words())
	hour, month := w.Moment.Hour(), w.Moment.Month()
	standing := engine.T("The double hour is %s with hexagram %s, the month %s with hexagram %s.",
		branchName(hour), strconv.Itoa(book.Sovereign(hour).Number()), branchName(month), strconv.Itoa(book.Sovereign(month).Number()))
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, pair, standing), engine.Sentences(head, standing))
}

// Describe implements [engine.Scene]: both hexagrams, and the years of their lines.
func (h *Horoscope) Describe() engine.Text {
	heaven := func(m Marked, of Heaven) engine.Text {
		return engine.T("%s: %s, controlling line %s.", m.Name, m.label(), strconv.Itoa(of.Line))
	}
	head := engine.T("A natal sheet. %s %s", heaven(h.Pair[0], h.Natal.Earlier), heaven(h.Pair[1], h.Natal.Later))
	pillars := engine.T("Pillars of year, month, day and hour: %s.", pillarWords(h.Natal.Chart.Pillars))
	years := engine.Map(h.Periods, func(p Period) engine.Text {
		return engine.T("%s to %s line %s", strconv.Itoa(p.From), strconv.Itoa(p.To), strconv.Itoa(p.Line))
	})
	half := len(years) / 2
	periods := engine.T("Years of the first: %s. Years of the second: %s.", engine.List(", ", years[:half]), engine.List(", ", years[half:]))
	return engine.Fit(engine.MostDescribed, engine.Sentences(head, periods, pillars), engine.Sentences(periods, pillars))
}

package enginetest

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sixfold-bot/sixfold/engine"
)

func (s *suite) formats() {
	for _, f := range s.game.Formats {
		if f.Decode != nil && f.Reads.Empty() {
			s.Errorf("format %s does not say what it reads", f.ID)
		}
		for i, o := range s.kinds() {
			for at := range s.places(4+i, o) {
				s.roundTrip(f, at, i == 0 || f.ID == "text")
			}
		}
		s.damaged(f)
	}
}

// roundTrip encodes a game, open or given up, and decodes it. Games with default options must be equal
// afterwards, and those of [engine.Scripted] with any. Other notations may omit other options, names and
// dates, but what they decode must replay.
func (s *suite) roundTrip(f engine.Format, at place, whole bool) {
	for _, outcome := range s.endings(at) {
		record := engine.Record{Options: at.options, Moves: at.moves, Names: []string{`A \]`, "B"}, Outcome: outcome, Date: noon.Format(time.DateOnly), Comments: []string{"It\nbegins \\]"}}
		data, ok := s.encode(f, record)
		if !ok || f.Decode == nil {
			continue
		}
		back, err := f.Decode(s.Context(), data)
		if err != nil {
			s.Errorf("%s: format %s does not read what it wrote: %v\n%s", at, f.ID, err, data)
			continue
		}
		s.readable(f, back)
		if whole {
			s.sameRecord(f, record, back)
		}
	}
}

// endings returns the outcome by the rules and, for open games of two, resignations and forfeits of both.
func (s *suite) endings(at place) []engine.Outcome {
	outcome := s.replay(at).Outcome()
	endings := []engine.Outcome{outcome}
	if outcome.Status == engine.Open && s.game.Seats(at.options) == 2 {
		for seat := range engine.Seat(2) {
			for _, end := range []engine.End{engine.Resigned, engine.Forfeited} {
				endings = append(endings, engine.Outcome{Status: engine.Won, Winner: seat, End: end, Reason: engine.T("%s", string(end))})
			}
		}
	}
	return endings
}

func (s *suite) encode(f engine.Format, record engine.Record) ([]byte, bool) {
	if f.Encode == nil {
		return nil, false
	}
	answer, err := f.Encode(s.Context(), record)
	if err != nil {
		s.Errorf("%s: format %s: %v", place{record.Options, record.Moves}, f.ID, err)
		return nil, false
	}
	s.presentable("format "+f.ID, answer)
	if len(answer.Files) > 0 {
		return answer.Files[0].Data, true
	}
	return []byte(answer.Text.String()), true
}

func (s *suite) readable(f engine.Format, back engine.Record) {
	p := s.start(back.Options)
	for _, move := range back.Moves {
		if canonical, err := p.Play(move); err != nil || canonical != move {
			s.Errorf("format %s gives the moves %q, of which %q plays as %q, %v", f.ID, back.Moves, move, canonical, err)
			return
		}
	}
	if outcome := p.Outcome(); outcome.Status != engine.Open && (outcome.Status != back.Outcome.Status || outcome.Winner != back.Outcome.Winner) {
		s.Errorf("format %s gives the outcome %v, but the moves give %v", f.ID, back.Outcome, outcome)
	}
}

// sameRecord checks what a notation gives back, which may omit the names, the date and the comments.
func (s *suite) sameRecord(f engine.Format, want, got engine.Record) {
	if strings.Join(got.Names, "") == "" {
		got.Names = want.Names
	}
	if got.Comments == nil {
		got.Comments = want.Comments
	}
	if got.Date == "" {
		got.Date = want.Date
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(engine.Outcome{}, "Reason"), cmpopts.IgnoreFields(engine.Record{}, "Note")); d != "" {
		s.Errorf("format %s: what stands after + comes back:\n%s", f.ID, d)
	}
}

// damaged decodes malformed lines and a game truncated at every place. Each must be refused or be a
// playable game.
func (s *suite) damaged(f engine.Format) {
	if f.Decode == nil {
		return
	}
	inputs := slices.Clone(malformed)
	o := s.parse(nil, false)
	record := s.record(o, 5)
	record = record[:min(len(record), 20)]
	if data, ok := s.encode(f, engine.Record{Options: o, Moves: record, Outcome: s.replay(place{o, record}).Outcome()}); ok {
		for end := range data {
			inputs = append(inputs, string(data[:end]))
		}
	}
	for _, input := range inputs {
		back, err := f.Decode(s.Context(), []byte(input))
		if err == nil {
			s.readable(f, back)
		} else if _, ok := errors.AsType[*engine.Refusal](err); !ok {
			s.Errorf("format %s: reading %.60q gives %T (%v), want a Refusal", f.ID, input, err, err)
		}
	}
}

package gordon

import "context"

// stubborn picks, where all moves lose, the one after which the smallest share of the
// opponent's replies wins, and among those the one that leaves most of them.
func (s *solver) stubborn(ctx context.Context, p *Position, st study) Turn {
	best := st.moves[0].Turn
	least, most := 2.0, 0
	for _, class := range p.exchangeable(p.choices()) {
		m := st.moves[class[0]]
		after := p.After(m.Turn)
		if after.stuck() {
			continue
		}
		replies := s.investigate(ctx, after, true)
		if !replies.whole {
			break // out of time
		}
		share := float64(len(replies.winning())) / float64(len(replies.moves))
		if share < least || share == least && len(replies.moves) > most {
			best, least, most = m.Turn, share, len(replies.moves)
		}
	}
	return best
}

// longestLine is how far a line is foretold.
const longestLine = 6

// line continues after a move as far as it is proved: who wins makes a winning move, and
// who loses the one that leaves most replies.
func (s *solver) line(ctx context.Context, p *Position, first Turn) []Turn {
	line := []Turn{first}
	for at := p.After(first); len(line) < longestLine && !at.stuck(); {
		st := s.investigate(ctx, at, false)
		var next Turn
		switch st.verdict {
		case won:
			next = st.winning()[0]
		case lost:
			most := -1
			for _, m := range st.moves {
				if replies := len(at.After(m.Turn).Legal()); replies > most {
					next, most = m.Turn, replies
				}
			}
		case unknown:
			return line
		}
		line = append(line, next)
		at = at.After(next)
	}
	return line
}

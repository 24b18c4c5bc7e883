package follow

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// lastVote is the number of moves after which the poll closes, because later voters would know
// more.
const lastVote = 12

// maxNamed is the maximal number of correct voters named.
const maxNamed = 10

// vote is one person's vote.
type vote struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
}

// polled reports whether a table has a poll: two opponents are playing.
func polled(t *table.Table) bool { return t.HasOpponents() && !t.Waiting() }

// closed reports whether the poll of a table is closed.
func closed(t *table.Table) bool { return t.Record.Over || t.Played() >= lastVote }

// votes returns all votes on a table, in the order of the voters' IDs.
func (f *Follower) votes(key store.Key) (list []vote, err error) {
	err = f.store.Each(string(VoteKind), key.String()+"/", func(id string, data []byte) bool {
		var v vote
		if err := json.Unmarshal(data, &v); err != nil {
			f.log.Error("read a vote", "id", id, "err", err)
			return true
		}
		list = append(list, v)
		return true
	})
	return list, err
}

// counts formats the votes, such as "Ann 3, Ben 2".
func counts(t *table.Table, votes []vote) engine.Text {
	var sides []engine.Text
	for s := range t.Record.Seats {
		n := 0
		for _, v := range votes {
			if v.Seat == engine.Seat(s) {
				n++
			}
		}
		sides = append(sides, engine.T("%s (%s) %s", t.Side(engine.Seat(s)), t.Name(engine.Seat(s)), strconv.Itoa(n)))
	}
	return engine.List(", ", sides)
}

// poll describes the state of the poll, or at the end who was right.
func poll(t *table.Table, votes []vote) engine.Text {
	switch {
	case t.Record.Over && len(votes) == 0:
		return engine.Text{}
	case t.Record.Over:
		return pollResult(t, votes)
	case closed(t):
		return engine.T("**Who will win?** %s. The poll is closed.", counts(t, votes))
	default:
		return engine.T("**Who will win?** %s. The poll closes with move %s.", counts(t, votes), strconv.Itoa(lastVote))
	}
}

// pollResult describes who was right.
func pollResult(t *table.Table, votes []vote) engine.Text {
	o := t.Outcome()
	if o.Status != engine.Won {
		return engine.T("**Who was right?** Nobody has won. Votes: %s.", counts(t, votes))
	}
	var right []string
	for _, v := range votes {
		if v.Seat == o.Winner {
			right = append(right, chat.Name(v.Name))
		}
	}
	named := strings.Join(right[:min(maxNamed, len(right))], ", ")
	if more := len(right) - maxNamed; more > 0 {
		named += " +" + strconv.Itoa(more)
	}
	if len(right) == 0 {
		return engine.T("**Who was right?** Nobody. Votes: %s.", counts(t, votes))
	}
	return engine.T("**Who was right?** %s. Votes: %s.", named, counts(t, votes))
}

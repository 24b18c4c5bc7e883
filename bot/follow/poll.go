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

// lastVote is how many moves are played when the poll closes: whoever votes later knows more.
const lastVote = 12

// mostNamed is how many of those are named who were right.
const mostNamed = 10

// vote is whom one person expects to win.
type vote struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
}

// polled reports whether it is asked who will win: where two play against each other, and have
// begun.
func polled(t *table.Table) bool { return t.HasOpponents() && !t.Waiting() }

// closed reports whether nobody can vote any more.
func closed(t *table.Table) bool { return t.Record.Over || t.Played() >= lastVote }

// votes are all votes about a table, in the order of the people's IDs.
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

// counts are the votes in words: "Ann 3, Ben 2".
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

// poll says how the poll stands, or at the end who was right.
func poll(t *table.Table, votes []vote) engine.Text {
	switch {
	case t.Record.Over && len(votes) == 0:
		return engine.Text{}
	case t.Record.Over:
		return settled(t, votes)
	case closed(t):
		return engine.T("**Who will win?** %s. The poll is closed.", counts(t, votes))
	default:
		return engine.T("**Who will win?** %s. The poll closes with move %s.", counts(t, votes), strconv.Itoa(lastVote))
	}
}

// settled says who was right.
func settled(t *table.Table, votes []vote) engine.Text {
	o := t.Outcome()
	if o.Status != engine.Won {
		return engine.T("**Who was right?** Nobody has won. Votes: %s.", counts(t, votes))
	}
	var right []string
	more := 0
	for _, v := range votes {
		switch {
		case v.Seat != o.Winner:
		case len(right) == mostNamed:
			more++
		default:
			right = append(right, chat.Name(v.Name))
		}
	}
	named := strings.Join(right, ", ")
	if more > 0 {
		named += " +" + strconv.Itoa(more)
	}
	if len(right) == 0 {
		return engine.T("**Who was right?** Nobody. Votes: %s.", counts(t, votes))
	}
	return engine.T("**Who was right?** %s. Votes: %s.", named, counts(t, votes))
}

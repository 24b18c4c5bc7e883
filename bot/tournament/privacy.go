package tournament

import (
	"errors"

	"github.com/sixfold-bot/sixfold/store"
)

// about returns the records that name a person.
func (k *Keeper) about(person string) (records []store.RecordKey, list []*Tournament, err error) {
	for _, kind := range []string{Kind, PastKind} {
		failed := k.store.Each(kind, "", func(id string, value []byte) bool {
			if t, err := decode(value); err == nil && (t.number(person) >= 0 || t.Organiser == person) {
				records, list = append(records, store.RecordKey{Kind: kind, ID: id}), append(list, t)
			}
			return true
		})
		err = errors.Join(err, failed)
	}
	return records, list, err
}

// Export returns the tournaments of a person, in which nobody else is named, nil for none.
func (k *Keeper) Export(person string) (any, error) {
	_, list, err := k.about(person)
	for _, t := range list {
		for n := range t.Players {
			if t.Players[n].ID != person {
				t.Players[n] = Player{}
			}
		}
		if t.Organiser != person {
			t.Organiser = ""
		}
	}
	if len(list) == 0 {
		return nil, err
	}
	return list, err
}

// Forget removes a person from all tournaments in one transaction. Before the start the person
// leaves the sign-up. Otherwise only the number of the player stays, and the person withdraws from
// a running tournament. What the organiser has called it is replaced by the name of the game.
func (k *Keeper) Forget(tx *store.Tx, person string) error {
	records, _, err := k.about(person)
	for _, r := range records {
		err = errors.Join(err, k.forget(tx, r, person))
	}
	tx.After(k.Ring)
	return err
}

func (k *Keeper) forget(tx *store.Tx, r store.RecordKey, person string) error {
	t, err := read(tx, r.Kind, r.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if t.Organiser == person {
		t.Organiser, t.Title = "", k.plainTitle(t, k.bot.Words(t.Locale))
	}
	t.forget(person)
	return t.put(tx, r)
}

func (t *Tournament) forget(person string) {
	if t.State == SigningUp && t.number(person) >= 0 {
		_ = t.Leave(person) // they are on the list
	}
	if n := t.number(person); n >= 0 {
		if t.State == Running {
			_ = t.Withdraw(person, person) // they play
		}
		t.Players[n].ID, t.Players[n].Name = "", ""
	}
}

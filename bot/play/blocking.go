package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// BlocksKind is the kind of the empty records of who has blocked whom, by both IDs: "11/12". These
// people are kept apart, except in games that they already play, and in tournaments where no round is
// possible otherwise.
const BlocksKind = "blocks"

func blockRecord(person, other string) store.RecordKey {
	return store.RecordKey{Kind: BlocksKind, ID: person + "/" + other}
}

// MaxBlocks is how many people a person can block.
const MaxBlocks = 100

// The options of /settings that block and unblock a person.
const (
	BlockOption   = "block"
	unblockOption = "unblock"
)

// BlockParams returns the options of /settings that block and unblock a person.
func BlockParams() []show.Param {
	return []show.Param{
		{Arg: engine.Arg{Name: BlockOption, Help: engine.T("A person who shall not challenge you nor join your tables")}, User: true},
		{Arg: engine.Arg{Name: unblockOption, Help: engine.T("A person whom you had blocked, and who may challenge you again")}, User: true},
	}
}

// ChangeBlocks blocks or unblocks the person whom the caller names, and confirms it; "" if they name nobody.
func (h *Handlers) ChangeBlocks(tx *store.Tx, c *show.Call) (said string, err error) {
	other, block := c.Person(BlockOption)
	former, unblock := c.Person(unblockOption)
	switch {
	case block && unblock:
		return "", engine.Refuse("give either `block` or `unblock`, one at a time")
	case block:
		return h.block(tx, c, other)
	case unblock:
		return h.unblock(tx, c, former)
	}
	return "", nil
}

// block keeps another person from the caller, and ends the challenges between them.
func (h *Handlers) block(tx *store.Tx, c *show.Call, other chat.User) (said string, err error) {
	switch {
	case other.ID == c.User.ID:
		return "", engine.Refuse("you cannot block yourself; name somebody else")
	case other.Bot:
		return "", engine.Refuse("%s is a bot and challenges nobody; name a person", chat.Name(other.Name))
	}
	blocked, err := BlockedBy(h.Records, c.User.ID)
	if err != nil {
		return "", err
	}
	if len(blocked) >= MaxBlocks && !slices.Contains(blocked, other.ID) {
		return "", engine.Refuse("you have blocked %s people, as many as can be; unblock one of them first", strconv.Itoa(MaxBlocks))
	}
	tx.Put(BlocksKind, blockRecord(c.User.ID, other.ID).ID, nil)
	if err := h.Tables.Part(tx, c.User.ID, other.ID); err != nil {
		return "", err
	}
	return c.Say("You have blocked **%s**, who is not told: there will be no challenges between you, and neither joins a table of the other's. "+
		"Tournaments let you meet only where no other round is possible. Games that you play already go on; %s lists them, and you can end them there. %s lifts this.", chat.Name(other.Name), engine.Command("games"), engine.Command("settings unblock:")), nil
}

func (h *Handlers) unblock(tx *store.Tx, c *show.Call, other chat.User) (said string, err error) {
	if blocked, err := h.hasBlocked(c.User.ID, other.ID); err != nil {
		return "", err
	} else if !blocked {
		return "", engine.Refuse("you have not blocked %s; %s lists whom you have", chat.Name(other.Name), engine.Command("settings"))
	}
	tx.Delete(blockRecord(c.User.ID, other.ID))
	return c.Say("You have unblocked **%s**.", chat.Name(other.Name)), nil
}

// Blocked says which people the caller has blocked.
func (h *Handlers) Blocked(c *show.Call) (string, error) {
	blocked, err := BlockedBy(h.Records, c.User.ID)
	if err != nil || len(blocked) == 0 {
		return c.Say("You have blocked nobody. %s keeps a person from challenging you and from joining your tables.", engine.Command("settings block:")), err
	}
	return c.Say("You have blocked: %s. %s lifts that.", strings.Join(engine.Map(blocked, chat.Mention), ", "), engine.Command("settings unblock:")), nil
}

// BlockedBy returns the people whom a person has blocked.
func BlockedBy(records store.DB, person string) (ids []string, err error) {
	prefix := person + "/"
	list, err := store.Find(records, BlocksKind, prefix, nil)
	return engine.Map(list, func(r store.RecordKey) string { return strings.TrimPrefix(r.ID, prefix) }), err
}

func (h *Handlers) hasBlocked(person, other string) (bool, error) {
	blocked, err := BlockedBy(h.Records, person)
	return slices.Contains(blocked, other), err
}

// Apart reports whether one of two people has blocked the other.
func (h *Handlers) Apart(person, other string) (bool, error) {
	mine, err := h.hasBlocked(person, other)
	if mine || err != nil {
		return mine, err
	}
	return h.hasBlocked(other, person)
}

// checkApart refuses a game between the caller and another person at a table if one has blocked the other, or the
// operator has blocked the other. It does not say which, except that the caller has blocked them.
func (h *Handlers) checkApart(c *show.Call, other string, t *table.Brief) error {
	name := t.Name(t.SeatOf(other))
	if mine, err := h.hasBlocked(c.User.ID, other); err != nil {
		return err
	} else if mine {
		return engine.Refuse("you have blocked %s; %s lifts that", name, engine.Command("settings unblock:"))
	}
	theirs, err := h.hasBlocked(other, c.User.ID)
	if err == nil && (theirs || slices.Contains(h.barred, other)) {
		err = engine.Refuse("there can be no game between you and %s at present", name)
	}
	return err
}

// CheckJoin refuses to let the caller join a table if they and its opener are to be kept apart.
func (h *Handlers) CheckJoin(c *show.Call, t *table.Brief) error {
	return h.checkApart(c, t.Head.Pending.By, t)
}

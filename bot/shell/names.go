package shell

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// user finds a person by name or ID. Whoever is not known comes into being.
func user(name string) chat.User {
	name = strings.TrimPrefix(name, "@")
	for _, u := range append(world.People(), world.Bot()) {
		if strings.EqualFold(u.Key, name) || u.ID == name {
			return chat.User{ID: u.ID, Name: u.Name, Bot: u.IsBot}
		}
	}
	return chat.User{ID: madeUpID(name), Name: name}
}

// channel finds a channel by name or ID; any other comes into being.
func channel(name string) string {
	name = strings.TrimPrefix(name, "#")
	for _, c := range world.Channels() {
		if strings.EqualFold(c.Name, name) {
			return c.ID
		}
	}
	return madeUpID(name)
}

// madeUpID is the ID of a name that is none already: the same one every time.
func madeUpID(name string) string {
	if _, err := strconv.ParseUint(name, 10, 63); err == nil {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name)))
	return strconv.FormatUint(h.Sum64()>>1, 10)
}

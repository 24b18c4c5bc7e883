package shell

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// user returns a person by name or ID. An unknown name gets an ID derived from it.
func user(name string) chat.User {
	name = strings.TrimPrefix(name, "@")
	for _, u := range append(world.People(), world.Bot()) {
		if strings.EqualFold(u.Key, name) || u.ID == name {
			return chat.User{ID: u.ID, Name: u.Name, Bot: u.IsBot}
		}
	}
	return chat.User{ID: hashID(name), Name: name}
}

// channel returns the ID of a channel by name or ID. An unknown name gets an ID derived from it.
func channel(name string) string {
	name = strings.TrimPrefix(name, "#")
	for _, c := range world.Channels() {
		if strings.EqualFold(c.Name, name) {
			return c.ID
		}
	}
	return hashID(name)
}

// hashID returns a numeric name unchanged, and otherwise an ID derived from the name.
func hashID(name string) string {
	if _, err := strconv.ParseUint(name, 10, 63); err == nil {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(name)))
	return strconv.FormatUint(h.Sum64()>>1, 10)
}

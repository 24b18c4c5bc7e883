package shell

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// Who and what there is where there is no Discord. The IDs are those of the
// playground, so that a game begun there goes on in a shell, and the other way round.
const (
	botName = "sixfold"
	guildID = "1456074443980800001"
)

var (
	users = map[string]chat.User{
		botName:  {ID: "1456074443980800002", Name: "Sixfold", Bot: true},
		"you":    {ID: "1456074443980800005", Name: "You"},
		"friend": {ID: "1456074443980800006", Name: "Friend"},
	}
	channels = map[string]string{
		"games": "1456074443980800003",
		"lobby": "1456074443980800004",
	}
)

// user finds a person by name or ID. Whoever is not known comes into being.
func user(name string) chat.User {
	name = strings.TrimPrefix(name, "@")
	if u, ok := users[strings.ToLower(name)]; ok {
		return u
	}
	for _, u := range users {
		if u.ID == name {
			return u
		}
	}
	return chat.User{ID: madeUpID(name), Name: name}
}

// channel finds a channel by name or ID; any other comes into being.
func channel(name string) string {
	name = strings.TrimPrefix(name, "#")
	if id, ok := channels[strings.ToLower(name)]; ok {
		return id
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

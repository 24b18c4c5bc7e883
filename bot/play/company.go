package play

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// alone reports whether the caller is in a direct conversation with the bot, where nobody could join.
func alone(c *show.Call) bool { return c.Request.Guild == "" && c.Request.Posts }

// requireCompany refuses to offer a game if only the caller would see the offer.
func requireCompany(c *show.Call) error {
	switch {
	case alone(c):
		return engine.Refuse("you and I are alone here, and nobody else would see your offer; make it in a server, or in a conversation with whom you want to play, or play against me at a `level`")
	case c.Request.Unseen:
		return engine.Refuse("this server lets you alone see what I answer, so nobody would see your offer; ask who manages it to add me or to let you use external apps, make the offer in a direct conversation, or play against me at a `level`")
	}
	return nil
}

// RequireAnswerable refuses to offer a game to a person who could not answer where the caller is.
func RequireAnswerable(c *show.Call, who chat.User) error {
	if err := requireCompany(c); err != nil {
		return err
	}
	switch name := chat.Name(who.Name); {
	case who.Away == chat.Elsewhere && c.Request.Guild == "":
		return engine.Refuse("%s is not in this conversation and could not answer; offer the game where you both are", name)
	case who.Away == chat.Elsewhere:
		return engine.Refuse("%s is not in this server and could not answer; name somebody who is", name)
	case who.Away == chat.Unseeing:
		return engine.Refuse("%s does not see this channel and could not answer; offer the game in one that you both see", name)
	case who.Away == chat.Silenced:
		return engine.Refuse("%s is in a time-out and cannot answer; offer the game when that is over", name)
	}
	return nil
}

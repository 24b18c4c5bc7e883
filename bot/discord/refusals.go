package discord

import "github.com/sixfold-bot/sixfold/engine"

// Texts of the adapter for people.
var (
	textPanicked      = engine.T("Something went wrong here, and it was not your doing. Your game is safe; please try again.")
	textGarbled       = engine.T("That command arrived in a form that I cannot read. Please try again.")
	textClosing       = engine.T("I am about to restart. Please try again in a minute.")
	textAnswerUnknown = engine.T("The machines that keep the games do not answer, and it is not known yet whether another copy of me has done this. Please look again in a few seconds, before you repeat it.")
	textTooLate       = engine.T("That took too long to open. Please try again.")

	whyTooLarge = engine.T("that file is too large: it must have at most 1 MiB")
	whyNoFile   = engine.T("I could not fetch that file; please attach it again")
)

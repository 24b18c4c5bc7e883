package operate

import (
	"errors"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

// The exit statuses of the program. unusable is EX_CONFIG of sysexits.h, and what the unit of
// systemd names as RestartPreventExitStatus.
const (
	failed   = 1
	unusable = 78
)

// ExitStatus is that of a program that ends by an error: after 78 it is of no use to start it
// again before somebody has mended the settings or the token.
func ExitStatus(err error) int {
	if _, ok := errors.AsType[*config.Error](err); ok {
		return unusable
	}
	if _, ok := errors.AsType[*discord.FinalError](err); ok {
		return unusable
	}
	return failed
}

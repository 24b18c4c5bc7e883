package operate

import (
	"errors"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

// Exit statuses. unusable is EX_CONFIG of sysexits.h, and the systemd unit's
// RestartPreventExitStatus.
const (
	failed   = 1
	unusable = 78
)

// ExitStatus returns the exit status for an error. 78 means that a restart is useless until the
// settings or the token are corrected.
func ExitStatus(err error) int {
	_, settings := errors.AsType[*config.Error](err)
	_, refused := errors.AsType[*discord.FinalError](err)
	if settings || refused {
		return unusable
	}
	return failed
}

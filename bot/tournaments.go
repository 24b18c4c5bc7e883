package bot

import (
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/engine"
)

// tournament is the command about tournaments.
func (h *handlers) tournament() commandGroup {
	game := param{Arg: tournament.GameArg, suggest: h.browse.suggesting.games}
	player := []param{{Arg: tournament.MemberArg, user: true}}
	whom := []param{{Arg: tournament.MemberArg, user: true}}
	whom[0].Required = true
	k := h.tournaments
	return commandGroup{name: "tournament", help: engine.T("Tournaments of this server"), server: true, subs: []subcommand{
		{"new", engine.T("Begin a tournament in this channel, for who may manage the server"), append([]param{game}, params(tournament.NewArgs)...), asked(k.New)},
		{"join", engine.T("Sign up for the tournament of this channel"), nil, asked(k.Join)},
		{"leave", engine.T("Take yourself off its list again"), nil, asked(k.Leave)},
		{"start", engine.T("Begin the first round, for the organiser"), nil, asked(k.Start)},
		{"show", engine.T("How all stand, and who still plays"), params([]engine.Arg{tournament.PageArg}), asked(k.Show)},
		{"withdraw", engine.T("Play no more in the tournament"), player, asked(k.Withdraw)},
		{"forfeit", engine.T("Have a player lose the present game, for the organiser"), whom, asked(k.Forfeit)},
		{"move", engine.T("Go on with the tournament in this channel, for the organiser"), nil, asked(k.Move)},
		{"stop", engine.T("End the tournament at once, for the organiser"), nil, asked(k.Stop)},
	}}
}

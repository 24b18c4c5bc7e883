package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
)

// An action is what a button, a menu or a form does at a table.
type action struct {
	// current: the button belongs to a state of the board; under an old board it
	// shows the present one instead.
	current bool
	// anew, if not nil, is done instead where the button belongs to another state of the board.
	anew func(c *call, t *table.Table) (chat.Reply, error)
	// looks: it shows a table and changes nothing, so that it may be done at one of another
	// channel.
	looks bool
	// ends: it ends a table of who presses it, and may do so in another channel.
	ends bool
	// fresh: the answer is a new message, and the pressed one stays.
	fresh bool
	run   func(c *call, t *table.Table, arg string) (chat.Reply, error)
}

// actions lists what buttons can do, by the name in their custom IDs.
func (h *handlers) actions() map[string]action {
	bare := func(run func(*call, *table.Table) (chat.Reply, error)) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, _ string) (chat.Reply, error) { return run(c, t) }
	}
	answerUndo := func(agreed bool) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, question string) (chat.Reply, error) {
			return h.play.undoing.answer(c, t, question, agreed)
		}
	}
	answerPause := func(agreed bool) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, question string) (chat.Reply, error) {
			return h.play.pausing.answer(c, t, question, agreed)
		}
	}
	return map[string]action{
		"play":       {current: true, run: h.play.moving.press},
		"form":       {current: true, run: h.play.moving.openForm},
		"pick":       {current: true, run: h.play.moving.pick},
		"stage":      {current: true, run: h.play.moving.stage},
		"back":       {current: true, run: h.play.moving.back},
		"fill":       {current: true, run: h.play.moving.fillForm},
		"view":       {looks: true, fresh: true, run: h.browse.viewing.press},
		"hint":       {current: true, fresh: true, run: bare(h.browse.hints.at)},
		"advised":    {fresh: true, anew: h.browse.hints.stale, run: h.play.moving.advised},
		"undo":       {current: true, run: bare(h.play.undoing.at)},
		"allow":      {current: true, run: answerUndo(true)},
		"refuse":     {current: true, run: answerUndo(false)},
		"pause":      {current: true, run: bare(h.play.pausing.at)},
		"planform":   {run: bare(h.play.planning.form)},
		"planfill":   {run: bare(h.play.planning.fill)},
		"unplan":     {run: bare(h.play.planning.remove)},
		"resume":     {run: bare(h.play.pausing.resume)},
		"standstill": {run: answerPause(true)},
		"runon":      {run: answerPause(false)},
		"resign":     {current: true, run: bare(h.play.resigning.at)},
		"end":        {ends: true, fresh: true, run: bare(h.play.resigning.end)},
		"giveup":     {ends: true, fresh: true, anew: h.play.resigning.askAnew, run: bare(h.play.resigning.giveUp)},
		"stop":       {run: bare(h.play.resigning.stop)},
		"accept":     {run: bare(h.play.joining.accept)},
		"decline":    {run: bare(h.play.joining.decline)},
		"withdraw":   {run: bare(h.play.joining.withdraw)},
		"share":      {fresh: true, run: bare(h.play.sharing.at)},
		"look":       {looks: true, fresh: true, run: h.browse.pastView.open},
		"leaf":       {looks: true, run: h.browse.pastView.turn},
		"past":       {looks: true, run: bare(h.browse.history.open)},
		"replay":     {looks: true, fresh: true, run: bare(h.browse.films.pressed)},
		"rematch":    {fresh: true, run: bare(h.play.rematch.at)},
	}
}

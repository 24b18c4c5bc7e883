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
			return h.undoing.answer(c, t, question, agreed)
		}
	}
	answerPause := func(agreed bool) func(*call, *table.Table, string) (chat.Reply, error) {
		return func(c *call, t *table.Table, question string) (chat.Reply, error) {
			return h.pausing.answer(c, t, question, agreed)
		}
	}
	return map[string]action{
		"play":       {current: true, run: h.moving.press},
		"form":       {current: true, run: h.moving.openForm},
		"pick":       {current: true, run: h.moving.pick},
		"stage":      {current: true, run: h.moving.stage},
		"back":       {current: true, run: h.moving.back},
		"fill":       {current: true, run: h.moving.fillForm},
		"view":       {looks: true, fresh: true, run: h.viewing.press},
		"hint":       {current: true, fresh: true, run: bare(h.hints.at)},
		"advised":    {fresh: true, anew: h.hints.stale, run: h.moving.advised},
		"undo":       {current: true, run: bare(h.undoing.at)},
		"allow":      {current: true, run: answerUndo(true)},
		"refuse":     {current: true, run: answerUndo(false)},
		"pause":      {current: true, run: bare(h.pausing.at)},
		"planform":   {run: bare(h.planning.form)},
		"planfill":   {run: bare(h.planning.fill)},
		"unplan":     {run: bare(h.planning.remove)},
		"resume":     {run: bare(h.pausing.resume)},
		"standstill": {run: answerPause(true)},
		"runon":      {run: answerPause(false)},
		"resign":     {current: true, run: bare(h.resigning.at)},
		"end":        {ends: true, fresh: true, run: bare(h.resigning.end)},
		"giveup":     {ends: true, fresh: true, anew: h.resigning.askAnew, run: bare(h.resigning.giveUp)},
		"stop":       {run: bare(h.resigning.stop)},
		"accept":     {run: bare(h.joining.accept)},
		"decline":    {run: bare(h.joining.decline)},
		"withdraw":   {run: bare(h.joining.withdraw)},
		"share":      {fresh: true, run: bare(h.sharing.at)},
		"look":       {looks: true, fresh: true, run: h.pastView.open},
		"leaf":       {looks: true, run: h.pastView.turn},
		"past":       {looks: true, run: bare(h.history.open)},
		"replay":     {looks: true, fresh: true, run: bare(h.films.pressed)},
		"rematch":    {fresh: true, run: bare(h.rematch.at)},
	}
}

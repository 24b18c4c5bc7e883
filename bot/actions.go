package bot

import (
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
)

// action is what a button, a menu or a form does at a table.
type action struct {
	// current is set where the button acts on one state of the board. Under an older board the
	// present one is shown instead.
	current bool
	// anew, if not nil, runs in place of run where the board has changed.
	anew func(c *show.Call, t *table.Table) (chat.Reply, error)
	// looks is set where nothing changes. It then also works for a table of another channel.
	looks bool
	// ends is set where the presser's own table ends. It then also works from another channel.
	ends bool
	// fresh is set where the answer is a new message, and the pressed one stays.
	fresh bool
	run   func(c *show.Call, t *table.Table, arg string) (chat.Reply, error)
}

// actions returns what buttons do, by the name in their custom IDs.
func (h *handlers) actions() map[string]action {
	bare := func(run func(*show.Call, *table.Table) (chat.Reply, error)) func(*show.Call, *table.Table, string) (chat.Reply, error) {
		return func(c *show.Call, t *table.Table, _ string) (chat.Reply, error) { return run(c, t) }
	}
	answer := func(agreed bool) func(*show.Call, *table.Table, string) (chat.Reply, error) {
		return func(c *show.Call, t *table.Table, asked string) (chat.Reply, error) {
			return h.play.Answer(c, t, asked, agreed)
		}
	}
	return map[string]action{
		"play":       {current: true, run: play.ByVerb(h.play.Press)},
		"form":       {current: true, run: play.ByVerb(h.play.OpenForm)},
		"pick":       {current: true, run: play.ByVerb(h.play.Pick)},
		"stage":      {current: true, run: play.ByVerb(h.play.Stage)},
		"back":       {current: true, run: play.ByVerb(h.play.Back)},
		"fill":       {current: true, run: play.ByVerb(h.play.FillForm)},
		"view":       {looks: true, fresh: true, run: h.browse.PressView},
		"hint":       {current: true, fresh: true, run: bare(h.browse.HintAt)},
		"advised":    {fresh: true, anew: h.browse.StaleHint, run: h.play.Advised},
		"undo":       {current: true, run: bare(h.play.UndoAt)},
		"allow":      {current: true, run: answer(true)},
		"refuse":     {current: true, run: answer(false)},
		"pause":      {current: true, run: bare(h.play.PauseAt)},
		"planform":   {run: bare(h.play.PlanForm)},
		"planfill":   {run: bare(h.play.FillPlan)},
		"unplan":     {run: bare(h.play.RemovePlan)},
		"resume":     {run: bare(h.play.Resume)},
		"standstill": {run: answer(true)}, // this and the next are of older versions
		"runon":      {run: answer(false)},
		"agree":      {current: true, fresh: true, run: bare(h.play.AgreeAt)},
		"resign":     {current: true, run: bare(h.play.ResignAt)},
		"end":        {ends: true, fresh: true, run: bare(h.play.End)},
		"giveup":     {ends: true, fresh: true, anew: h.play.ResignAnew, run: bare(h.play.GiveUp)},
		"stop":       {run: bare(h.play.Stop)},
		"accept":     {run: bare(h.play.Accept)},
		"decline":    {run: bare(h.play.Decline)},
		"block":      {run: bare(h.play.Block)},
		"withdraw":   {run: bare(h.play.Withdraw)},
		"share":      {fresh: true, run: bare(h.play.Share)},
		"look":       {looks: true, fresh: true, run: h.browse.OpenLeaf},
		"leaf":       {looks: true, run: h.browse.TurnLeaf},
		"past":       {looks: true, run: bare(h.browse.OpenPast)},
		"replay":     {looks: true, fresh: true, run: bare(h.browse.ReplayTable)},
		"rematch":    {fresh: true, run: bare(h.play.Rematch)},
	}
}

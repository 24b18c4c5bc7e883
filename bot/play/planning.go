package play

import (
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// PlansArg is the plan: moves that are played when they fit.
var PlansArg = engine.Arg{
	Name: "moves", Help: engine.T("What the other may play, and your answer: c5 d4, e6 f3; c6 e5"),
	Kind: engine.Word, Max: table.MaxPlan,
}

// Plan stores a plan for the caller's table, or shows the stored one. Only the person who plans sees
// a plan before it is played.
func (h *Handlers) Plan(c *show.Call) (chat.Reply, error) {
	t, err := show.TableThat(c, h.Tables, table.ToMove, table.OpenFirst, func(b *table.Brief) bool { return h.mayPlan(c, b) })
	if err != nil {
		return chat.Reply{}, err
	}
	o, err := c.Options([]engine.Arg{PlansArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	c.Private = true
	if typed := o.Text(PlansArg.Name); typed != "" {
		return h.keepPlan(c, t, typed)
	}
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	kept, err := h.Tables.Plan(t, c.User.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	if kept.Moves() > 0 {
		return h.shownPlan(c, t, kept, c.Say("Your plan at **%s**, which only you see:", t.Title())), nil
	}
	if err := t.RequirePlanning(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	r := chat.Whisper(c.Say("You have no plan at **%s**. With %s you say what you answer: if c5 then d4, if then e6 then f3, and if c6 then e5. "+
		"The answer is played at once when it fits. `any d4` plays d4 whatever comes. On your turn begin with the move that you are going to play. Only you see your plan.",
		t.Title(), engine.Command(t.Game.ID+" plan moves:c5 d4, e6 f3; c6 e5")))
	r.Rows = chat.Rows([]chat.Button{c.TableButton(t, "planform", engine.T("Write"), chat.Primary)})
	return r, nil
}

// PlanForm asks for a plan. It holds the stored one.
func (h *Handlers) PlanForm(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequirePlanning(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	kept, err := h.Tables.Plan(t, c.User.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	field := chat.Field{
		ID: PlansArg.Name, Label: c.Say("What may come, and your answer"), Placeholder: "c5 d4, e6 f3\nc6 e5",
		Value: strings.Join(kept.Lines(), "\n"), Max: chat.MaxValue, Required: true, Long: true,
	}
	if len(field.Value) > field.Max {
		field.Value = ""
	}
	return chat.Reply{Form: &chat.Form{
		Title:  chat.Shorten(c.Say("%s: plan", t.Title()), chat.MaxTitle),
		Action: c.TableButton(t, "planfill", engine.T("Plan"), chat.Primary).Action, Fields: []chat.Field{field},
	}}, nil
}

// FillPlan stores the plan in a form.
func (h *Handlers) FillPlan(c *show.Call, t *table.Table) (chat.Reply, error) {
	c.Private, c.Replace = true, true
	return h.keepPlan(c, t, c.Request.Fields[PlansArg.Name])
}

// SuggestPlan completes the move of a plan that is being typed.
func (h *Handlers) SuggestPlan(c *show.Call, typed string) []engine.Named {
	delete(c.Request.Options, c.Request.Focus)
	t, err := show.TableThat(c, h.Tables, table.ToLook, table.OpenOnly, func(b *table.Brief) bool { return h.mayPlan(c, b) })
	if err != nil || t.RequirePlanning(c.User.ID) != nil {
		return nil
	}
	var list []engine.Named
	for _, text := range table.SuggestPlan(typed, chat.MaxChoices, h.Tables.Copies(c.Ctx, t)) {
		if len(text) <= chat.MaxChoice {
			list = append(list, engine.Named{ID: text, Title: engine.T("%s", text)})
		}
	}
	return list
}

func (h *Handlers) mayPlan(c *show.Call, b *table.Brief) bool {
	return b.Sits(c.User.ID) && b.HasOpponents() && !b.Head.Over && !b.Waiting()
}

func (h *Handlers) keepPlan(c *show.Call, t *table.Table, typed string) (chat.Reply, error) {
	if err := t.RequirePlanning(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	tree, err := h.Tables.Grow(c.Ctx, t, c.User.ID, typed)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := h.Tables.KeepPlan(t, c.User.ID, tree, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return h.shownPlan(c, t, tree, c.Say("Your plan at **%s** is kept, in place of any before. Only you see it:", t.Title())), nil
}

const maxLines = 30

func (h *Handlers) shownPlan(c *show.Call, t *table.Table, tree table.Plan, head string) chat.Reply {
	lines := []string{head}
	all := tree.Lines()
	for _, line := range all[:min(len(all), maxLines)] {
		lines = append(lines, "- `"+chat.Shorten(line, show.MostRepeated)+"`")
	}
	if more := len(all) - maxLines; more > 0 {
		lines = append(lines, c.Words.Say(engine.Count(more, "… and one more line.", "… and %s more lines.")))
	}
	r := c.Reply(true, lines...)
	r.Data = planData{Moves: tree.Moves(), Lines: all}
	r.Rows = chat.Rows([]chat.Button{
		c.TableButton(t, "planform", engine.T("Change"), chat.Secondary), c.TableButton(t, "unplan", engine.T("Remove"), chat.Secondary),
	})
	return r
}

// planData is the machine-readable form of a plan.
type planData struct {
	Moves int      `json:"moves"`
	Lines []string `json:"lines"`
}

// RemovePlan removes the caller's plan, and answers in place of the message that shows it.
func (h *Handlers) RemovePlan(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := t.RequireSeat(c.User.ID); err != nil {
		return chat.Reply{}, err
	}
	if err := h.Tables.DropPlan(t.Key, c.User.ID, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	c.Replace = true
	return c.Reply(true, c.Say("Your plan at **%s** is removed.", t.Title())), nil
}

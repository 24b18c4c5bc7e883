package tell

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// mentioned is the typed form of the way [mention], and off resets hours.
const (
	mentioned = "mention"
	off       = "off"
)

// Args returns the options of /notify.
func Args() []engine.Arg {
	return []engine.Arg{
		{Name: "way", Help: engine.T("How you hear that it is your turn, that you are challenged, that a game is over"), Kind: engine.Pick, Choices: []engine.Named{
			{ID: mentioned, Title: engine.T("By a mention in the channel")},
			{ID: Direct, Title: engine.T("By direct message")},
			{ID: nothing, Title: engine.T("Not at all")},
		}},
		{Name: "remind", Help: engine.T("After how many hours you are reminded if you have not moved; 0 for never"), Kind: engine.Word, Max: 10, Suggest: suggested("0", "3", "12", "24", "48", "72")},
		{Name: "quiet", Help: engine.T("Between which hours you hear nothing, such as 22-7; off for none"), Kind: engine.Word, Max: 20, Suggest: suggested(off, "22-7", "23-8", "0-8", "20-10")},
		{Name: "digest", Help: engine.T("At which hour a direct message lists the games that wait for you, such as 8; off for never"), Kind: engine.Word, Max: 10, Suggest: suggested(off, "7", "8", "9", "12", "18", "20")},
		daily.ZoneArg(engine.T("The time zone of these hours, by its largest city, such as Europe/Berlin; else UTC")),
	}
}

func suggested(values ...string) func(engine.Position, string) []engine.Named {
	return func(_ engine.Position, typed string) []engine.Named { return engine.Suggest(values, typed) }
}

// Notify shows or changes the caller's choices.
func (k *Choices) Notify(c *chat.Call, o engine.Options) (chat.Reply, error) {
	p, err := store.Transact(c.Ctx, k.store, c.Op(), func(tx *store.Tx) (person, error) {
		p, _, err := Kind.Get(tx, c.User.ID)
		if err == nil && len(c.Request.Options) > 0 {
			err = k.choose(tx, c, o, &p)
		}
		return p, err
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return k.shown(c, p), nil
}

func (k *Choices) choose(tx *store.Tx, c *chat.Call, o engine.Options, p *person) error {
	before, now := *p, k.now()
	choice, err := changed(p.Choice, o)
	if err != nil {
		return err
	}
	if choice.Digest != p.Digest || choice.Zone != p.Zone {
		p.Next, p.Tries = choice.digestAfter(now), 0
	}
	p.Choice, p.Locale = choice, c.Request.Locale
	if o.Text("way") == Direct || o.Text("digest") != "" {
		p.Shut, p.Unsaid = false, false
	}
	if err := k.remindOfWaiting(c, p); err != nil {
		return err
	}
	p.schedule(now)
	return p.put(tx, c.User.ID, before)
}

// changed returns a choice with the given options applied.
func changed(c Choice, o engine.Options) (Choice, error) {
	if way := o.Text("way"); way != "" {
		c.Way = strings.TrimPrefix(way, mentioned)
	}
	if text := o.Text("remind"); text != "" {
		hours, err := strconv.Atoi(strings.TrimSuffix(text, "h"))
		if text == off {
			hours, err = 0, nil
		}
		if err != nil || hours < 0 || hours > maxRemind {
			return c, engine.Refuse("a reminder comes after 1 to %s hours, or never: `remind:24`, `remind:0`", strconv.Itoa(maxRemind))
		}
		c.Remind = hours
	}
	if text := o.Text(daily.ZoneOption); text != "" {
		l, err := daily.FindZone(text)
		if err != nil {
			return c, err
		}
		c.Zone = l.String()
	}
	if text := o.Text("quiet"); text != "" {
		var err error
		if c.Quiet, err = parseHours(text); err != nil {
			return c, err
		}
	}
	if text := o.Text("digest"); text != "" {
		hour, ok := parseHour(text)
		switch {
		case text == off:
			c.Digest = 0
		case !ok:
			return c, engine.Refuse("the digest comes at an hour from 0 to 23, or not at all: `digest:8`, `digest:off`")
		default:
			c.Digest = hour + 1
		}
	}
	if !c.Quiet.none() && c.Digest > 0 && c.Quiet.has(c.Digest-1) {
		return c, engine.Refuse("the digest at %s o'clock would come in your quiet hours, %s to %s o'clock; choose other hours for one of them",
			strconv.Itoa(c.Digest-1), strconv.Itoa(c.Quiet.From), strconv.Itoa(c.Quiet.To))
	}
	return c, nil
}

// parseHours parses two hours such as "22-7" or "22:00 to 7:00", or "off" for none.
func parseHours(text string) (h Hours, err error) {
	if text == off {
		return h, nil
	}
	from, to, two := strings.Cut(strings.NewReplacer(" to ", "-", "–", "-", " ", "").Replace(strings.ToLower(text)), "-")
	var known, too bool
	h.From, known = parseHour(from)
	h.To, too = parseHour(to)
	if !two || !known || !too || h.none() {
		return Hours{}, engine.Refuse("quiet hours are from one hour to another, such as `quiet:22-7`, or `quiet:off` for none")
	}
	return h, nil
}

// parseHour parses an hour such as "7" or "07:00"; 24 gives 0.
func parseHour(text string) (hour int, ok bool) {
	hour, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(text), ":00"))
	return hour % 24, err == nil && 0 <= hour && hour <= 24
}

// remindOfWaiting adds the tables that already wait for the caller, to be reminded of, and drops
// unwanted notifications.
func (k *Choices) remindOfWaiting(c *chat.Call, p *person) error {
	p.Notifications = append([]notification(nil), p.Notifications...)
	for i := range p.Notifications {
		p.Notifications[i].Reminder = p.Notifications[i].Reminder || p.Way == nothing
	}
	if p.Remind == 0 || p.Way == nothing {
		return nil
	}
	tables, err := k.tables.Of(c.User.ID)
	if err != nil {
		return err
	}
	for _, e := range tables {
		b, ok := k.tables.Brief(c.Ctx, e)
		if !ok || p.about(e.Key) >= 0 || b.Opponent(c.User.ID) == "" || !waitsFor(b, c.User.ID) {
			continue
		}
		if t, ok := k.tables.Try(c.Ctx, e.Key); ok && !t.Record.Private {
			p.Notifications = append(p.Notifications, notification{Table: e.Key, What: reasonFor(t, c.User.ID), Mark: markOf(t), Since: e.Touched.UTC(), Reminder: true})
		}
	}
	return nil
}

func (k *Choices) shown(c *chat.Call, p person) chat.Reply {
	lines := []string{c.Say("**How you hear from me**")}
	for _, t := range p.sentences() {
		lines = append(lines, "- "+c.Words.Say(t))
	}
	r := c.Reply(true, lines...)
	r.Data = p.Choice
	pick := func(line string, label engine.Text, chosen bool) chat.Button {
		b := c.Button("notify "+line, label)
		if chosen {
			b.Style = chat.Primary
		}
		return b
	}
	r.Rows = []chat.Row{
		{Buttons: []chat.Button{
			pick("way:"+mentioned, engine.T("Mention"), p.Way == mention),
			pick("way:"+Direct, engine.T("Direct message"), p.Way == Direct && !p.Shut),
			pick("way:"+nothing, engine.T("Nothing"), p.Way == nothing),
		}},
		{Buttons: []chat.Button{
			pick("remind:0", engine.T("No reminder"), p.Remind == 0),
			pick("remind:24", engine.T("After 24 hours"), p.Remind == 24),
		}},
		{Buttons: []chat.Button{
			pick("quiet:off", engine.T("No quiet hours"), p.Quiet.none()),
			pick("quiet:22-7", engine.T("Quiet from 22 to 7"), p.Quiet == Hours{22, 7}),
		}},
		{Buttons: []chat.Button{
			pick("digest:off", engine.T("No digest"), p.Digest == 0),
			pick("digest:8", engine.T("Digest at 8"), p.Digest == 9),
		}},
	}
	return r
}

// Summary describes in a sentence how a user is notified.
func (k *Choices) Summary(user string) engine.Text {
	p, _ := k.of(user)
	return engine.T("%s %s changes that.", p.sentences()[0], engine.Command("notify"))
}

func (p person) sentences() []engine.Text {
	list := []engine.Text{engine.T("When it is your turn, you are challenged or a game is over, I **mention** you in the channel.")}
	switch {
	case p.Way == Direct && p.Shut:
		list[0] = engine.T("When it is your turn, you are challenged or a game is over, I **mention** you in the channel: my direct messages do not reach you.")
	case p.Way == Direct:
		list[0] = engine.T("When it is your turn, you are challenged or a game is over, I send you a **direct message**.")
	case p.Way == nothing:
		list[0] = engine.T("When it is your turn, you are challenged or a game is over, I tell you **nothing**.")
	}
	if p.Way != nothing {
		if p.Remind > 0 {
			list = append(list, engine.T("If you have not moved after %s, I **remind** you once.", engine.Count(p.Remind, "an hour", "%s hours")))
		} else {
			list = append(list, engine.T("I do not remind you."))
		}
	}
	in := daily.ZoneNamed(p.Zone).String()
	if !p.Quiet.none() {
		list = append(list, engine.T("From **%s to %s** o'clock (%s) you hear nothing; what is still true is said after that.", strconv.Itoa(p.Quiet.From), strconv.Itoa(p.Quiet.To), in))
	}
	if p.Digest > 0 {
		digest := engine.T("Every day at **%s** o'clock (%s) a direct message lists the games that wait for you", strconv.Itoa(p.Digest-1), in)
		if p.Shut {
			digest = engine.T("%s, but my direct messages do not reach you at present", digest)
		}
		list = append(list, engine.T("%s.", digest))
	}
	if p.Zone == "" {
		return append(list, engine.T("%s sets other hours, and your time zone.", engine.Command("notify")))
	}
	return list
}

// Kept returns the records about a user.
func (k *Choices) Kept(user string) ([]store.RecordKey, error) {
	p, ok, err := Kind.Get(k.store, user)
	if err != nil || !ok {
		return nil, err
	}
	records := []store.RecordKey{Kind.Record(user)}
	if !p.Due.IsZero() {
		records = append(records, p.entry(user))
	}
	return records, nil
}

package page

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// commandData parses a command line, and returns its interaction's data.
func (p *page) commandData(i *world.Interaction, req *request) (object, error) {
	usable := p.Commands.Usable(i.Channel, i.User)
	call, err := slash.Parse(slashCommands(usable), req.Text)
	if err != nil {
		return nil, refusef("%v", err)
	}
	at := slices.IndexFunc(usable, func(c *rules.Command) bool { return c.Name == call.Command })
	if err := attach(&call, usable[at], req.files); err != nil {
		return nil, err
	}
	p.substitute(i.User, &call)
	return p.callData(i, usable[at], call, req.files)
}

func (p *page) targetData(i *world.Interaction, req *request) (object, error) {
	target := p.World.User(req.Target)
	if target == nil {
		return nil, refusef("there is no user %s; there are %s", req.Target, strings.Join(p.userNames(), ", "))
	}
	usable := p.Commands.Usable(i.Channel, i.User)
	at := slices.IndexFunc(usable, func(c *rules.Command) bool { return c.Kind() == slash.UserCommand && c.Name == req.Text })
	if at < 0 {
		return nil, refusef("%q is no command in the menu of a member", req.Text)
	}
	c, r := usable[at], resolved{}
	p.addUser(r, target, i.Channel)
	i.Command, i.Menu = c.Name, true
	data := invoked(c, r)
	data["target_id"] = target.ID
	return data, nil
}

// invoked returns what the data of all commands have.
func invoked(c *rules.Command, r resolved) object {
	data := object{"id": c.ID, "name": c.Name, "type": c.Kind()}
	if len(r) > 0 {
		data["resolved"] = r
	}
	if c.GuildID != "" {
		data["guild_id"] = c.GuildID
	}
	return data
}

// attach adds the uploaded files to a call's options.
func attach(call *slash.Call, c *rules.Command, files map[string]rules.Upload) error {
	options := c.At(call.Sub)
	for name := range files {
		fits := func(o slash.Option) bool { return o.Name == name && o.Type == slash.Attachment }
		if !slices.ContainsFunc(options, fits) {
			return refusef("/%s takes no file %s", strings.TrimSpace(call.Command+" "+call.Sub), name)
		}
	}
	for _, o := range options {
		if o.Type != slash.Attachment {
			continue
		}
		u, came := files[o.Name]
		call.Options = slices.DeleteFunc(call.Options, func(v slash.Value) bool { return v.Name == o.Name })
		switch {
		case came:
			call.Options = append(call.Options, slash.Value{Name: o.Name, Type: o.Type, Text: u.Name})
		case o.Required:
			return refusef("attach a file for %s", o.Name)
		}
	}
	return nil
}

// callData returns the data of a command or autocomplete interaction.
func (p *page) callData(i *world.Interaction, c *rules.Command, call slash.Call, files map[string]rules.Upload) (object, error) {
	i.Command = strings.TrimSpace(call.Command + " " + call.Sub)
	options, r := []object{}, resolved{}
	for _, v := range call.Options {
		value, err := p.resolve(i, v, r, files)
		if err != nil {
			return nil, err
		}
		o := object{"name": v.Name, "type": v.Type, "value": value}
		if v.Focused {
			o["focused"] = true
		}
		options = append(options, o)
	}
	if call.Sub != "" {
		options = []object{{"name": call.Sub, "type": slash.SubCommand, "options": options}}
	}
	data := invoked(c, r)
	data["options"] = options
	return data, nil
}

// resolved holds the users and files that values refer to, by kind and ID.
type resolved map[string]object

func (r resolved) add(kind, id string, o object) {
	if r[kind] == nil {
		r[kind] = object{}
	}
	r[kind][id] = o
}

func (p *page) addUser(r resolved, u *world.User, c *world.Channel) {
	r.add("users", u.ID, u.JSON())
	if c.DM == "" && p.World.Joined(u) {
		r.add("members", u.ID, p.World.PartialMemberJSON(u, c))
	}
}

// resolve returns an option's value for the interaction, and adds what it refers to to r.
func (p *page) resolve(i *world.Interaction, v slash.Value, r resolved, files map[string]rules.Upload) (any, error) {
	text, _ := v.Value.(string)
	switch v.Type {
	case slash.User:
		u := p.World.User(text)
		if u == nil {
			return nil, refusef("%s: there is no user %s; there are %s", v.Name, v.Text, strings.Join(p.userNames(), ", "))
		}
		p.addUser(r, u, i.Channel)
		return u.ID, nil
	case slash.Attachment:
		f := p.Messages.Lend(files[v.Name], world.TokenLife)
		o := p.Messages.AttachmentJSON(f)
		o["ephemeral"] = true
		r.add("attachments", f.ID, o)
		return f.ID, nil
	default:
		return v.Value, nil
	}
}

func (p *page) userNames() (names []string) {
	for _, u := range p.World.Users {
		names = append(names, "@"+u.Name)
	}
	return names
}

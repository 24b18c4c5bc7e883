package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
)

// interaction is a decoded and validated interaction.
type interaction struct {
	chat.Request
	app, token string
	// ping: it is a health check of the endpoint.
	ping bool
	// onMessage: it comes from a component of a message, or from a form opened by one.
	onMessage bool
	// guest: the app is installed by the user only.
	guest bool
	// fileLimit is the maximum size of a file in the answer, in bytes.
	fileLimit int
	// recipients are the other members of a direct message channel; nil if Discord does not list
	// them.
	recipients []wireUser
	// focus is the type of the option being typed.
	focus slash.OptionType
	// files are the attachments to download, by option.
	files map[string]wireFile
}

var kinds = map[int]chat.Kind{2: chat.Command, 3: chat.Press, 4: chat.Suggest, 5: chat.Submit}

// errNotOurs is returned for an interaction type that the bot does not use.
var errNotOurs = errors.New("discord: no interaction that the bot answers")

type wireInteraction struct {
	ID      string          `json:"id"`
	App     string          `json:"application_id"`
	Type    int             `json:"type"`
	Token   string          `json:"token"`
	Locale  string          `json:"locale"`
	Guild   string          `json:"guild_id"`
	Channel string          `json:"channel_id"`
	Member  *wireMember     `json:"member"`
	User    *wireUser       `json:"user"`
	Data    json.RawMessage `json:"data"`
	Message *struct {
		ID    string `json:"id"`
		Flags int    `json:"flags"`
	} `json:"message"` // carries the component
	In struct {
		Type       discordgo.ChannelType `json:"type"`
		Parent     string                `json:"parent_id"`
		Recipients []wireUser            `json:"recipients"`
	} `json:"channel"`
	Context     *int              `json:"context"`
	Permissions string            `json:"app_permissions"`
	Owners      map[string]string `json:"authorizing_integration_owners"`
	FileLimit   int               `json:"attachment_size_limit"`
}

type wireUser struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Global   string `json:"global_name"`
	Bot      bool   `json:"bot"`
}

type wireMember struct {
	User        *wireUser `json:"user"`
	Nick        string    `json:"nick"`
	Permissions string    `json:"permissions"` // in the channel
	SilentUntil string    `json:"communication_disabled_until"`
}

type wireFile struct {
	ID       string `json:"id"`
	Filename string `json:"filename"`
	Size     int    `json:"size"`
	URL      string `json:"url"`
}

type wireData struct {
	Name     string                  `json:"name"`
	Type     int                     `json:"type"`
	Target   string                  `json:"target_id"`
	Options  []wireValue             `json:"options"`
	CustomID string                  `json:"custom_id"`
	Kind     discordgo.ComponentType `json:"component_type"`
	Values   []string                `json:"values"`
	Parts    []wirePart              `json:"components"`
	Resolved struct {
		Users   map[string]wireUser   `json:"users"`
		Members map[string]wireMember `json:"members"`
		Files   map[string]wireFile   `json:"attachments"`
	} `json:"resolved"`
}

type wireValue struct {
	Name    string           `json:"name"`
	Type    slash.OptionType `json:"type"`
	Value   json.RawMessage  `json:"value"`
	Options []wireValue      `json:"options"`
	Focused bool             `json:"focused"`
}

// wirePart is a component of a submitted form: a row, a label, a field or a menu.
type wirePart struct {
	Type     discordgo.ComponentType `json:"type"`
	CustomID string                  `json:"custom_id"`
	Value    string                  `json:"value"`
	Values   []string                `json:"values"`
	Parts    []wirePart              `json:"components"`
	Part     *wirePart               `json:"component"`
}

// decodeInteraction decodes the JSON of an interaction. bot is the bot's user ID, "" if it equals
// the app's. With an error, the result still holds the ID, token and locale that could be decoded,
// so that the person can be told.
func decodeInteraction(raw []byte, bot string) (interaction, error) {
	var in interaction
	var w wireInteraction
	err := json.Unmarshal(raw, &w) // continues after a value of the wrong type
	in.ID, in.app, in.token, in.App, in.Locale = w.ID, w.App, w.Token, w.App, w.Locale
	in.Kind, in.ping = kinds[w.Type], w.Type == ping
	if _, ours := kinds[w.Type]; !ours {
		return in, errNotOurs
	}
	if err != nil {
		return in, fmt.Errorf("decode interaction: %w", err)
	}
	if bot != "" {
		in.App = bot
	}
	in.Guild, in.Channel, in.onMessage, in.Posts = w.Guild, w.Channel, w.Message != nil, w.posts()
	in.Parent, in.Manages, in.Arranges = w.thread(), w.manages(discordgo.PermissionManageGuild), w.manages(discordgo.PermissionManageEvents)
	in.Threads, in.Unseen, in.recipients = w.threads(), w.unseen(), w.In.Recipients
	if in.onMessage && isID(w.Message.ID) {
		in.Message = w.Message.ID
	}
	in.OnPrivate = w.Message != nil && w.Message.Flags&flagPrivate != 0
	in.guest, in.fileLimit = w.guest(), w.FileLimit
	if in.fileLimit <= 0 {
		in.fileLimit = defaultFileLimit
	}
	var ok bool
	if in.User, ok = w.user(); !ok || !isID(w.ID) || !isID(w.App) || !isID(w.Channel) || w.Token == "" {
		return in, errors.New("decode interaction: ID, app, token, channel or user is missing")
	}
	var data wireData
	if err := json.Unmarshal(w.Data, &data); err != nil {
		return in, fmt.Errorf("decode interaction's data: %w", err)
	}
	switch in.Kind {
	case chat.Press:
		in.Action, in.Values = data.CustomID, data.Values
		return in, in.readPeople(data)
	case chat.Submit:
		in.Action, in.Fields = data.CustomID, map[string]string{}
		in.readFields(data.Parts)
	case chat.Command, chat.Suggest:
		if !isName(data.Name) {
			return in, errName
		}
		in.Command = data.Name
		if data.Type == slash.UserCommand {
			return in, in.readTarget(data)
		}
		return in, in.readOptions(data)
	}
	return in, nil
}

func isID(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// errName is returned for an invalid name of a command or an option. Names are logged, so others
// must not get through.
var errName = errors.New("decode interaction: a command or option has no proper name")

func isName(s string) bool {
	const maxName = 32
	return s != "" && utf8.RuneCountInString(s) <= maxName && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.In(r, unicode.L, unicode.N, unicode.M)
	})
}

// user returns the author of the interaction.
func (w *wireInteraction) user() (chat.User, bool) {
	switch {
	case w.Member != nil && w.Member.User != nil:
		return w.Member.User.named(w.Member.Nick)
	case w.User != nil:
		return w.User.named("")
	}
	return chat.User{}, false
}

// named returns the user under the display name in the channel, ignoring blank names.
func (u wireUser) named(nick string) (chat.User, bool) {
	name := u.Username
	for _, shown := range []string{u.Global, nick} {
		if engine.PlainLine(shown) != "" {
			name = shown
		}
	}
	return chat.User{ID: u.ID, Name: name, Bot: u.Bot}, isID(u.ID)
}

func (in *interaction) readPeople(data wireData) error {
	if data.Kind != discordgo.UserSelectMenuComponent {
		return nil
	}
	for _, id := range data.Values {
		user, ok := in.resolvedUser(data, id)
		if !ok {
			return errors.New("decode interaction: who was picked is not told")
		}
		in.People = append(in.People, user)
	}
	return nil
}

func (in *interaction) readTarget(data wireData) error {
	user, ok := in.resolvedUser(data, data.Target)
	if !ok {
		return errors.New("decode interaction: the member is not told")
	}
	in.Options = map[string]any{chat.Target: user}
	return nil
}

// resolvedUser returns a user from the resolved data, with the reason why they may not answer.
func (in *interaction) resolvedUser(data wireData, id string) (chat.User, bool) {
	member, joined := data.Resolved.Members[id]
	user, ok := data.Resolved.Users[id].named(member.Nick)
	until, silent := time.Parse(time.RFC3339, member.SilentUntil)
	switch {
	case in.Guild == "" && in.outside(id), in.Guild != "" && !joined:
		user.Away = chat.Elsewhere
	case member.Permissions != "" && !Permits(member.Permissions, discordgo.PermissionViewChannel):
		user.Away = chat.Unseeing
	case silent == nil && until.After(time.Now()): // in a time-out
		user.Away = chat.Silenced
	}
	return user, ok && user.ID == id
}

// outside reports whether a user is known not to be in the direct message channel.
func (in *interaction) outside(id string) bool {
	return len(in.recipients) > 0 && id != in.User.ID && !slices.ContainsFunc(in.recipients, func(u wireUser) bool { return u.ID == id })
}

// readFields collects the texts and menu choices of a form, which may be nested in rows or labels.
func (in *interaction) readFields(parts []wirePart) {
	for _, p := range parts {
		switch {
		case p.CustomID == "":
		case p.Type != discordgo.SelectMenuComponent:
			in.Fields[p.CustomID] = p.Value
		case in.Chosen == nil:
			in.Chosen = map[string][]string{p.CustomID: p.Values}
		default:
			in.Chosen[p.CustomID] = p.Values
		}
		in.readFields(p.Parts)
		if p.Part != nil {
			in.readFields([]wirePart{*p.Part})
		}
	}
}

func (in *interaction) readOptions(data wireData) error {
	options := data.Options
	if len(options) == 1 && options[0].Type == slash.SubCommand {
		if in.Sub = options[0].Name; !isName(in.Sub) {
			return errName
		}
		options = options[0].Options
	}
	in.Options = map[string]any{}
	for _, o := range options {
		if !isName(o.Name) {
			return errName
		}
		value, err := in.value(o, data)
		if err != nil {
			return fmt.Errorf("decode option %s: %w", o.Name, err)
		}
		in.Options[o.Name] = value
		if o.Focused {
			in.Focus, in.focus = o.Name, o.Type
		}
	}
	return nil
}

// value decodes a value by its type. A file has no data yet.
func (in *interaction) value(o wireValue, data wireData) (any, error) {
	var text string
	switch {
	case len(o.Value) == 0 || string(o.Value) == "null":
		return nil, errors.New("it has no value")
	case o.Focused: // any type: the text typed so far
		if json.Unmarshal(o.Value, &text) != nil {
			text = string(o.Value)
		}
		return text, nil
	case o.Type == slash.Boolean:
		var yes bool
		err := json.Unmarshal(o.Value, &yes)
		return yes, err
	case o.Type == slash.Integer:
		var n int
		err := json.Unmarshal(o.Value, &n)
		return n, err
	default:
		if err := json.Unmarshal(o.Value, &text); err != nil {
			return nil, err
		}
	}
	switch o.Type {
	case slash.String:
		return text, nil
	case slash.User:
		user, ok := in.resolvedUser(data, text)
		if !ok {
			return nil, errors.New("the user is not told")
		}
		return user, nil
	case slash.Attachment:
		file, ok := data.Resolved.Files[text]
		if !ok {
			return nil, errors.New("the file is not told")
		}
		if in.files == nil {
			in.files = map[string]wireFile{}
		}
		in.files[o.Name] = file
		return engine.File{Name: file.Filename}, nil
	default:
		return nil, fmt.Errorf("type %d is unknown", o.Type)
	}
}

// Keys of authorizing_integration_owners.
const (
	installedByGuild = "0"
	installedByUser  = "1"
)

// guest reports whether the app is installed by the user only.
func (w *wireInteraction) guest() bool {
	return w.Owners[installedByGuild] == "" && w.Owners[installedByUser] != ""
}

// posts reports whether the bot is in the channel and may post a picture to it. A user-installed
// app is in no channel.
func (w *wireInteraction) posts() bool {
	if w.Guild == "" {
		return w.Context != nil && *w.Context == slash.InBotDM
	}
	if w.Owners[installedByGuild] != w.Guild {
		return false
	}
	send := uint64(discordgo.PermissionSendMessages)
	if w.inThread() {
		send = discordgo.PermissionSendMessagesInThreads
	}
	return Permits(w.Permissions, send|discordgo.PermissionViewChannel|discordgo.PermissionAttachFiles)
}

// threads reports whether the bot may open threads in the channel and write in them.
func (w *wireInteraction) threads() bool {
	return w.Guild != "" && w.In.Type == discordgo.ChannelTypeGuildText && w.posts() &&
		Permits(w.Permissions, discordgo.PermissionCreatePublicThreads|discordgo.PermissionSendMessagesInThreads)
}

// unseen reports whether Discord shows every answer to the user only. That applies to a
// user-installed app if the server does not allow external apps.
func (w *wireInteraction) unseen() bool {
	return w.Guild != "" && w.guest() && !w.manages(discordgo.PermissionUseExternalApps)
}

// manages reports whether the user has a permission in the server.
func (w *wireInteraction) manages(permission uint64) bool {
	return w.Guild != "" && w.Member != nil && Permits(w.Member.Permissions, permission)
}

// Permits reports whether a permission string contains all bits of need, or administrator.
func Permits(permissions string, need uint64) bool {
	has, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && (has&discordgo.PermissionAdministrator != 0 || has&need == need)
}

func (w *wireInteraction) inThread() bool {
	return w.In.Type >= discordgo.ChannelTypeGuildNewsThread && w.In.Type <= discordgo.ChannelTypeGuildPrivateThread
}

// thread returns the ID of the thread's parent channel, "" outside threads.
func (w *wireInteraction) thread() string {
	if !w.inThread() || !isID(w.In.Parent) {
		return ""
	}
	return w.In.Parent
}

package playground

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// run serves POST /api/run.
func (s *Server) run(w http.ResponseWriter, r *http.Request) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		posted(s.runCommand)(w, r)
		return
	}
	if r.Header.Get("X-Playground") == "" {
		refuse(w, http.StatusForbidden, "multipart/form-data needs the header X-Playground")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	req, err := readForm(multipart.NewReader(r.Body, params["boundary"]))
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	answerPage(w, r, req, s.runCommand)
}

// readForm reads a request as a form: parts with a filename are files for the option
// of their name.
func readForm(m *multipart.Reader) (*request, error) {
	req := &request{files: map[string]upload{}}
	fields := map[string]*string{"user": &req.User, "channel": &req.Channel, "text": &req.Text, "locale": &req.Locale}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return req, nil
		}
		if err != nil {
			return nil, tooLarge(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, tooLarge(err)
		}
		switch name := part.FormName(); {
		case part.FileName() != "":
			if len(data) > maxAttachment {
				return nil, errTooLarge
			}
			req.files[name] = upload{safeName(part.FileName()), data}
		case fields[name] != nil:
			*fields[name] = string(data)
		case name == "wait":
			req.Wait = string(data) == "true"
		default:
			return nil, refusef("there is no field %q", name)
		}
	}
}

// runCommand runs a slash command as a user.
func (s *Server) runCommand(ctx context.Context, req *request) (any, error) {
	u, c, err := s.where(req.User, req.Channel)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: commandInteraction, user: u, channel: c, locale: req.locale()}
	s.mu.Lock()
	data, err := s.commandData(i, req)
	if err == nil {
		s.open(i, data)
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return s.outcome(ctx, i, req.Wait)
}

func (r *request) locale() string {
	if r.Locale == "" {
		return defaultLocale
	}
	return r.Locale
}

// commandData reads the line and makes the data of its interaction. The lock is held.
func (s *Server) commandData(i *interaction, req *request) (object, error) {
	usable := s.usableCommands(i.channel)
	call, err := slash.Parse(slashCommands(usable), req.Text)
	if err != nil {
		return nil, refusef("%v", err)
	}
	at := slices.IndexFunc(usable, func(c *command) bool { return c.Name == call.Command })
	if err := attach(&call, usable[at], req.files); err != nil {
		return nil, err
	}
	for n := range call.Options {
		s.substitute(i.user, call, &call.Options[n])
	}
	return s.callData(i, usable[at], call, req.files)
}

// attach adds the files that came beside the line.
func attach(call *slash.Call, c *command, files map[string]upload) error {
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
			call.Options = append(call.Options, slash.Value{Name: o.Name, Type: o.Type, Text: u.name})
		case o.Required:
			return refusef("attach a file for %s", o.Name)
		}
	}
	return nil
}

// substitute puts the value in place of the name that autocomplete offered for it.
func (s *Server) substitute(u *user, call slash.Call, v *slash.Value) {
	if value, ok := s.offered[offerKey(u, call, v.Name)][v.Text]; ok {
		v.Value = value
	}
}

func offerKey(u *user, call slash.Call, option string) string {
	return strings.Join([]string{u.id, call.Command, call.Sub, option}, "/")
}

// callData is the data of a command or autocomplete interaction. The lock is held.
func (s *Server) callData(i *interaction, c *command, call slash.Call, files map[string]upload) (object, error) {
	i.command = strings.TrimSpace(call.Command + " " + call.Sub)
	options, r := []object{}, resolved{}
	for _, v := range call.Options {
		value, err := s.resolve(i, v, r, files)
		if err != nil {
			return nil, err
		}
		o := object{"name": v.Name, "type": v.Type, "value": value}
		if v.Focused {
			o["focused"] = true
		}
		options = append(options, o)
	}
	subs := strings.Fields(call.Sub)
	for n, name := range slices.Backward(subs) {
		kind := slash.SubCommand
		if n < len(subs)-1 {
			kind = slash.Group
		}
		options = []object{{"name": name, "type": kind, "options": options}}
	}
	data := object{"id": c.ID, "name": c.Name, "type": 1, "options": options}
	if len(r) > 0 {
		data["resolved"] = r
	}
	if c.GuildID != "" {
		data["guild_id"] = c.GuildID
	}
	return data, nil
}

// resolved are the users, channels and files that values name, by kind and ID.
type resolved map[string]object

func (r resolved) add(kind, id string, o object) {
	if r[kind] == nil {
		r[kind] = object{}
	}
	r[kind][id] = o
}

func (r resolved) addUser(u *user, c *channel) {
	r.add("users", u.id, userJSON(u))
	if c.dm == "" {
		r.add("members", u.id, partialMemberJSON(u))
	}
}

// resolve looks a value up that names something. The lock is held.
func (s *Server) resolve(i *interaction, v slash.Value, r resolved, files map[string]upload) (any, error) {
	text, _ := v.Value.(string)
	if v.Type == slash.User || v.Type == slash.Mentionable {
		u := s.world.user(text)
		if u == nil {
			return nil, refusef("%s: there is no user %s; there are %s", v.Name, v.Text, s.userNames())
		}
		r.addUser(u, i.channel)
		return u.id, nil
	}
	if v.Type == slash.Channel {
		c := s.world.named(text)
		if c == nil {
			return nil, refusef("%s: there is no channel %s", v.Name, v.Text)
		}
		r.add("channels", c.id, s.world.partialChannelJSON(c, i.user))
		return c.id, nil
	}
	if v.Type == slash.Role {
		return nil, refusef("%s: there are no roles here", v.Name)
	}
	if v.Type == slash.Attachment {
		f := newFile(s.ids.next(s.clock.Now()), files[v.Name], "")
		s.lend(f)
		o := s.attachmentJSON(f.attachment)
		o["ephemeral"] = true
		r.add("attachments", f.ID, o)
		return f.ID, nil
	}
	return v.Value, nil
}

// lend keeps a file as long as the bot may ask for it. The lock is held.
func (s *Server) lend(f *storedFile) {
	s.files[f.ID] = f
	s.clock.AfterFunc(tokenLife, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.files, f.ID)
	})
}

func (s *Server) userNames() string {
	var names []string
	for _, u := range s.world.users {
		names = append(names, "@"+u.name)
	}
	return strings.Join(names, ", ")
}

// outcomeView is what run, click, select and submit answer.
type outcomeView struct {
	Interaction string       `json:"interaction"`
	Message     *messageView `json:"message"`
	Modal       *modalView   `json:"modal"`
	Notice      string       `json:"notice,omitempty"`
}

// outcome tells an interaction's ID; with wait, when its first answer is there, the
// answer too.
func (s *Server) outcome(ctx context.Context, i *interaction, wait bool) (any, error) {
	if !wait {
		return object{"interaction": i.id}, nil
	}
	if err := s.wait(ctx, i); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := outcomeView{Interaction: i.id}
	if i.late {
		v.Notice = didNotRespond
	}
	if m := s.find(i.channel.id, i.original); m != nil {
		v.Message = s.view(m)
	}
	if i.modal != nil {
		v.Modal = i.modal.view()
	}
	return v, nil
}

// errClosing ends what waits when the server closes.
var errClosing = errors.New("the playground is closing")

// wait returns when the first answer is there, or too late.
func (s *Server) wait(ctx context.Context, i *interaction) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosing
	case <-i.done:
		return nil
	}
}

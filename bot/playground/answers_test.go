package playground_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// ping is a command without options.
func ping() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Name: "ping", Description: "Answer"}
}

// inbox passes interactions to the test, which answers when it wants.
func inbox(t *testing.T, s server, commands ...*discordgo.ApplicationCommand) (*discordgo.Session, <-chan *discordgo.Interaction) {
	t.Helper()
	came := make(chan *discordgo.Interaction, 100)
	d := connect(t, s, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i.Interaction })
	register(t, d, commands...)
	return d, came
}

// next waits for an interaction.
func next(t *testing.T, came <-chan *discordgo.Interaction) *discordgo.Interaction {
	t.Helper()
	select {
	case i := <-came:
		return i
	case <-time.After(patience):
		t.Fatal("no interaction came")
		return nil
	}
}

// codeOf returns the HTTP status and Discord's error code of an error, 0 without one.
func codeOf(t *testing.T, err error) (status, code int) {
	t.Helper()
	if err == nil {
		return 0, 0
	}
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		t.Fatalf("not an answer of the server: %v", err)
	}
	if rest.Message != nil {
		code = rest.Message.Code
	}
	return rest.Response.StatusCode, code
}

func wantCode(t *testing.T, err error, status, code int) {
	t.Helper()
	if s, c := codeOf(t, err); s != status || c != code {
		t.Errorf("got status %d code %d, want %d and %d: %v", s, c, status, code, err)
	}
}

func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// multipart sends a raw request, since discordgo's attachments have no alternative text.
func multipart(t *testing.T, d *discordgo.Session, method, url string, payload any, files ...*discordgo.File) error {
	t.Helper()
	kind, body, err := discordgo.MultipartBodyWithJSON(payload, files)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.RequestRaw(method, url, kind, body, "callback", 0)
	return err
}

type object = map[string]any

func TestAnswerWithPicture(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	data := picture(t, 30, 20)
	d := connect(t, s, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		err := multipart(t, d, "POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), object{"type": 4, "data": object{
			"content": "Red to move", "attachments": []object{{"id": 0, "filename": "board.png", "description": "An empty board"}},
		}}, &discordgo.File{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(data)})
		if err != nil {
			t.Errorf("answer: %v", err)
		}
	})
	register(t, d, ping())
	m := page{t, s, "you"}.run("/ping").Message
	if m == nil || len(m.Attachments) != 1 {
		t.Fatalf("got %+v", m)
	}
	a := m.Attachments[0]
	if a.Name != "board.png" || a.Alt != "An empty board" || a.Width != 30 || a.Height != 20 || a.Type != "image/png" || a.Size != len(data) {
		t.Errorf("got %+v", a)
	}
	res := fetch(t, strings.TrimSuffix(s.URL(), "/")+a.URL, nil)
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	if err != nil || !bytes.Equal(got, data) || res.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture is served as %d bytes of %s, %v", len(got), res.Header.Get("Content-Type"), err)
	}
}

func TestPicturesAreReplaced(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	file := func(name string) *discordgo.File {
		return &discordgo.File{Name: name, Reader: bytes.NewReader(picture(t, 2, 2))}
	}
	callback := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	original := discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
	if err := multipart(t, d, "POST", callback, object{"type": 4, "data": object{}}, file("a.png"), file("b.png")); err != nil {
		t.Fatal(err)
	}
	first := p.messages("games")[0].Attachments
	if len(first) != 2 {
		t.Fatalf("got %+v", first)
	}
	edit := object{"attachments": []object{{"id": 0, "filename": "c.png", "description": "third"}}}
	if err := multipart(t, d, "PATCH", original, edit, file("c.png")); err != nil {
		t.Fatal(err)
	}
	second := p.messages("games")[0].Attachments
	if len(second) != 1 || second[0].Name != "c.png" || second[0].Alt != "third" {
		t.Errorf("got %+v", second)
	}
	res := fetch(t, strings.TrimSuffix(s.URL(), "/")+first[0].URL, nil)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("a picture that was replaced is still served: %d", res.StatusCode)
	}
}

func TestFollowUpEditAndDelete(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 10008)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	if err := d.InteractionRespond(i, answer("one")); err != nil {
		t.Fatal(err)
	}
	m, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "two"})
	if err != nil {
		t.Fatal(err)
	}
	edited := "one, edited"
	if _, err := d.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &edited}); err != nil {
		t.Fatal(err)
	}
	got := p.messages("games")
	if len(got) != 2 || got[0].Content != edited || !got[0].Edited || got[1].Content != "two" || got[1].ID != m.ID || got[1].Edited {
		t.Fatalf("got %+v", got)
	}
	if err := d.FollowupMessageDelete(i, m.ID); err != nil {
		t.Fatal(err)
	}
	if got := p.messages("games"); len(got) != 1 {
		t.Errorf("got %+v", got)
	}
	if original, err := d.InteractionResponse(i); err != nil || original.Content != edited {
		t.Errorf("@original is %+v, %v", original, err)
	}
	_, err = d.FollowupMessageEdit(i, m.ID, &discordgo.WebhookEdit{Content: &edited})
	wantCode(t, err, 404, 10008)
}

func TestPrivateAnswers(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 10008)
	d, came := inbox(t, s, ping())
	you, friend := page{t, s, "you"}, page{t, s, "friend"}
	you.do("run", object{"text": "/ping"})
	i := next(t, came)
	private := answer("for you alone")
	private.Data.Flags = discordgo.MessageFlagsEphemeral
	private.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "Press", CustomID: "press", Style: discordgo.PrimaryButton},
	}}}
	if err := d.InteractionRespond(i, private); err != nil {
		t.Fatal(err)
	}
	mine := you.messages("games")
	if len(mine) != 1 || !mine[0].Private || mine[0].To == "" {
		t.Fatalf("you see %+v", mine)
	}
	if theirs := friend.messages("games"); len(theirs) != 0 {
		t.Errorf("the friend sees %+v", theirs)
	}
	if status, r := friend.post("click", object{"message": mine[0].ID, "custom_id": "press"}); status != http.StatusBadRequest {
		t.Errorf("the friend may press it: %d %+v", status, r)
	}
	_, err := d.ChannelMessage(i.ChannelID, mine[0].ID)
	wantCode(t, err, 404, 10008)
	you.do("dismiss", object{"message": mine[0].ID})
	if mine := you.messages("games"); len(mine) != 0 {
		t.Errorf("it was dismissed, but you see %+v", mine)
	}
}

func TestSecondAnswerIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 40060)
	d, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	if err := d.InteractionRespond(i, answer("one")); err != nil {
		t.Fatal(err)
	}
	wantCode(t, d.InteractionRespond(i, answer("two")), 400, 40060)
	if v := s.Violations(); len(v) != 1 || v[0].Code != 40060 || v[0].Status != 400 {
		t.Errorf("noted as %v", v)
	}
}

func TestLateAnswers(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock}, 10062, 50027, 10015)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}

	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	_, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "too early"})
	wantCode(t, err, 404, 10015)
	clock.advance(3 * time.Second)
	wantCode(t, d.InteractionRespond(i, answer("too late")), 404, 10062)

	p.do("run", object{"text": "/ping"})
	i = next(t, came)
	if err := d.InteractionRespond(i, answer("in time")); err != nil {
		t.Fatal(err)
	}
	clock.advance(15*time.Minute - time.Second)
	if _, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "just in time"}); err != nil {
		t.Fatal(err)
	}
	clock.advance(2 * time.Second)
	_, err = d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "too late"})
	wantCode(t, err, 401, 50027)
	if got := p.messages("games"); len(got) != 2 {
		t.Errorf("got %+v", got)
	}
}

// slow is a clock with late timers, as on a busy machine.
type slow struct{ *clock }

func (s slow) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return s.clock.AfterFunc(10*d, f)
}

// TestLateIsWhatPeopleAreTold: an answer is refused only after the person was told that there is
// none.
func TestLateIsWhatPeopleAreTold(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: slow{clock}}, 10062)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	clock.advance(4 * time.Second)
	if err := d.InteractionRespond(i, answer("slow")); err != nil {
		t.Fatal(err)
	}
	if got := p.messages("games"); len(got) != 1 || got[0].Content != "slow" {
		t.Errorf("got %+v", got)
	}
	p.do("run", object{"text": "/ping"})
	i = next(t, came)
	clock.advance(30 * time.Second)
	wantCode(t, d.InteractionRespond(i, answer("too late")), 404, 10062)
}

func TestSilenceIsNoticed(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock}, 10062)
	_, came := inbox(t, s, ping())
	got := make(chan reply)
	go func() { got <- page{t, s, "you"}.run("/ping") }()
	next(t, came)
	clock.advance(3 * time.Second)
	if r := <-got; r.Notice != "The application did not respond" || r.Message != nil {
		t.Errorf("got %+v", r)
	}
	if v := s.Violations(); len(v) != 1 || v[0].Method != "INTERACTION" {
		t.Errorf("noted as %v", v)
	}
}

func TestDeferral(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, playground.Config{Clock: clock})
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	think := func(flags discordgo.MessageFlags) *discordgo.Interaction {
		p.do("run", object{"text": "/ping"})
		i := next(t, came)
		deferred := &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Flags: flags},
		}
		if err := d.InteractionRespond(i, deferred); err != nil {
			t.Fatal(err)
		}
		return i
	}

	i := think(0)
	if m := p.messages("games")[0]; !m.Thinking || m.Private {
		t.Fatalf("got %+v", m)
	}
	content := "done"
	if _, err := d.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &content}); err != nil {
		t.Fatal(err)
	}
	if m := p.messages("games")[0]; m.Thinking || m.Edited || m.Content != "done" {
		t.Errorf("got %+v", m)
	}

	// The first follow-up fills the deferred answer, and has its visibility.
	i = think(discordgo.MessageFlagsEphemeral)
	if _, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "whispered"}); err != nil {
		t.Fatal(err)
	}
	if got := p.messages("games"); len(got) != 2 || got[1].Content != "whispered" || !got[1].Private {
		t.Errorf("got %+v", got)
	}

	think(0)
	clock.advance(15 * time.Minute)
	if got := p.messages("games")[2]; got.Thinking || got.Content != "The application did not respond" {
		t.Errorf("after 15 minutes: %+v", got)
	}
}

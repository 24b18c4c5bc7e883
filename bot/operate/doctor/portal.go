package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
)

// application holds the fields of the developer portal used here.
type application struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Key         string `json:"verify_key"`
	Flags       uint64 `json:"flags"`
	CodeGrant   bool   `json:"bot_require_code_grant"`
	EndpointURL string `json:"interactions_endpoint_url"`
}

const (
	// A clock off by more than oddClock shows confusing times. Beyond wrongClock signatures of
	// requests may be refused.
	oddClock   = 5 * time.Second
	wrongClock = 2 * time.Minute
)

// discord checks the token, and reports whether further questions can be asked.
func (e *examination) discord(ctx context.Context) (known bool) {
	if e.settings.Discord.Token == "" {
		e.warn("token", "there is none: the program would serve its playground, and nobody on Discord",
			"If that is not what you want, set SIXFOLD_TOKEN, SIXFOLD_TOKEN_FILE or discord.token_file.")
		return false
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	e.client = &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer transport.CloseIdleConnections()
	begin := time.Now()
	got, err := e.do(ctx, http.MethodGet, e.base+"applications/@me", true)
	end := time.Now()
	if err != nil {
		e.wrong("discord", "it cannot be reached: "+err.Error(),
			"Let this machine reach discord.com and gateway.discord.gg by HTTPS, by HTTPS_PROXY if there is a proxy.")
		return false
	}
	e.clock(got.date, begin.Add(end.Sub(begin)/2))
	switch {
	case got.status == http.StatusUnauthorized:
		found := "Discord does not know it"
		if strings.Count(string(e.settings.Discord.Token), ".") != 2 {
			found += ", and it does not look like a bot's, which has two full stops in it"
		}
		e.wrong("token", found, "Reset the token on the page Bot of the developer portal, and copy it: neither the client secret nor the public key will do.")
		return false
	case got.status != http.StatusOK:
		e.wrong("discord", refusal(got.status), "Wait some minutes, and run this again; discordstatus.com says whether others wait too.")
		return false
	}
	if err := json.Unmarshal(got.body, &e.app); err != nil || !config.IsSnowflake(e.app.ID) {
		e.wrong("application", "Discord's answer has no ID of an application", "Is there a proxy on the way that answers in Discord's place?")
		return false
	}
	e.ok("token", "Discord knows it")
	if e.app.CodeGrant {
		e.warn("application", fmt.Sprintf("%s, %s, asks for a code grant, so that nobody can invite it by a link", e.app.Name, e.app.ID),
			"Switch off Requires OAuth2 Code Grant on the page Bot of the developer portal.")
	} else {
		e.ok("application", "%s, %s", e.app.Name, e.app.ID)
	}
	return true
}

// clock compares this machine's clock with Discord's, whose header is truncated to the second.
func (e *examination) clock(theirs, ours time.Time) {
	if theirs.IsZero() {
		return
	}
	off := ours.Sub(theirs.Add(500 * time.Millisecond)).Round(time.Second)
	direction := "ahead of"
	if off < 0 {
		direction = "behind"
	}
	found := fmt.Sprintf("it is %v %s Discord's", off.Abs(), direction)
	const do = "Have this machine keep its time by NTP, as systemd-timesyncd or chrony do."
	e.grade("clock", off.Abs() > wrongClock, off.Abs() > oddClock, found, do, "it agrees with Discord's")
}

// intents are the privileged intents' flags of an application, for few and for many servers.
var intents = []struct {
	name string
	bits uint64
}{
	{"Presence Intent", 1<<12 | 1<<13},
	{"Server Members Intent", 1<<14 | 1<<15},
	{"Message Content Intent", 1<<18 | 1<<19},
}

// intents checks for intents that the bot does not use.
func (e *examination) intents() {
	var on []string
	for _, i := range intents {
		if e.app.Flags&i.bits != 0 {
			on = append(on, i.name)
		}
	}
	if len(on) == 0 {
		e.ok("intents", "no privileged intent is on, and none is needed")
		return
	}
	e.warn("intents", strings.Join(on, ", ")+": on, and the bot does not use it",
		"Switch them off on the page Bot of the developer portal: the bot reads no messages, and large bots must justify them.")
}

// endpoint compares Discord's endpoint with the configured one.
func (e *examination) endpoint(ctx context.Context) {
	own, theirs := e.settings.Discord.Endpoint, e.app.EndpointURL
	switch {
	case own == "" && theirs == "":
		e.ok("endpoint", "interactions come by the gateway")
		return
	case own == "":
		e.wrong("endpoint", "Discord brings interactions to "+theirs+", and a bot without discord.endpoint hears nothing",
			"Set discord.endpoint and discord.public_key, or empty Interactions Endpoint URL on the page General Information of the developer portal.")
		return
	case theirs == "":
		e.wrong("endpoint", "the bot listens at "+own+" alone, and Discord knows of no address to bring interactions to",
			"Enter the public address as Interactions Endpoint URL on the page General Information of the developer portal, while the bot runs.")
	}
	key, err := config.ParsePublicKey(e.app.Key)
	ours, failed := config.ParsePublicKey(e.settings.Discord.PublicKey)
	if err == nil && failed == nil && !key.Equal(ours) {
		e.wrong("endpoint", "discord.public_key is not that of this application: every interaction would be refused",
			"Copy the Public Key from the page General Information of the developer portal.")
		return
	}
	if theirs == "" || e.running == nil {
		return
	}
	if err := e.unsigned(ctx, theirs); err != nil {
		e.wrong("endpoint", theirs+": "+err.Error(),
			"Have the proxy pass that path on to "+own+"/interactions, with its headers and body as they are.")
		return
	}
	e.ok("endpoint", "%s refuses what Discord has not signed", theirs)
}

// unsigned returns nil if an endpoint refuses an unsigned request with 401.
func (e *examination) unsigned(ctx context.Context, to string) error {
	got, err := e.do(ctx, http.MethodPost, to, false)
	if err == nil && got.status != http.StatusUnauthorized {
		err = fmt.Errorf("it answers otherwise than the bot does: %d in place of 401 to a request without a signature", got.status)
	}
	return err
}

const (
	// askBy bounds each call, and maxAnswer its response.
	askBy     = 10 * time.Second
	maxAnswer = 8 << 20
)

type answer struct {
	status int
	date   time.Time // Discord's clock, to the second; zero if missing
	body   []byte
}

// refusal describes a status other than 200.
func refusal(status int) string {
	if status == http.StatusTooManyRequests {
		return "Discord wants to be asked less often (429)"
	}
	return fmt.Sprintf("Discord answers %d %s", status, http.StatusText(status))
}

// do makes a request. The error contains neither the token nor the URL.
func (e *examination) do(ctx context.Context, method, to string, asBot bool) (got answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, askBy)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, to, http.NoBody)
	if err != nil {
		return got, errors.New("its address is none")
	}
	request.Header.Set("User-Agent", discord.UserAgent)
	if asBot {
		request.Header.Set("Authorization", "Bot "+string(e.settings.Discord.Token))
	}
	response, err := e.client.Do(request)
	if err != nil {
		return got, discord.HidePath(err)
	}
	defer response.Body.Close()
	got.status = response.StatusCode
	got.date, _ = http.ParseTime(response.Header.Get("Date"))
	got.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return got, err
}

// ask decodes the response to a request for a path below the base.
func (e *examination) ask(ctx context.Context, path string, into any) error {
	got, err := e.do(ctx, http.MethodGet, e.base+path, true)
	if err != nil {
		return err
	}
	if got.status != http.StatusOK {
		return errors.New(refusal(got.status))
	}
	if err := json.Unmarshal(got.body, into); err != nil {
		return errors.New("Discord's answer is not as it documents it") //nolint:staticcheck // it begins with a name
	}
	return nil
}

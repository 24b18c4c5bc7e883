package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// everyComponent is a message with one component of each type, with its files.
const everyComponent = `{"flags":32768,"attachments":[
	{"id":"0","filename":"a.png","description":"first"},{"id":"1","filename":"b.png","description":"second"},{"id":"2","filename":"c.txt"}],
	"components":[
	{"type":10,"content":"A line **above**."},
	{"type":17,"accent_color":14828604,"components":[
		{"type":10,"content":"Red to move."},
		{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"first"}]},
		{"type":13,"file":{"url":"attachment://c.txt"}},
		{"type":1,"components":[{"type":2,"style":1,"label":"Move","emoji":{"name":"👆"},"custom_id":"m"},{"type":2,"style":4,"label":"Resign","custom_id":"q"}]},
		{"type":1,"components":[{"type":3,"custom_id":"s","placeholder":"Pick a cell","options":[{"label":"c3","value":"c3"}]}]}]},
	{"type":12,"items":[{"media":{"url":"attachment://a.png"},"description":"first"},{"media":{"url":"attachment://b.png"},"description":"second"}]},
	{"type":17,"spoiler":true,"components":[{"type":10,"content":"Hidden."}]}]}`

// post posts a message with files as the bot.
func post(t *testing.T, s *playgroundtest.Server, channel, message string, files map[int][]byte) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	err := form.WriteField("payload_json", message)
	for n := range len(files) {
		part, fault := form.CreateFormFile(fmt.Sprintf("files[%d]", n), "x")
		if fault == nil {
			_, fault = part.Write(files[n])
		}
		if fault != nil {
			t.Fatal(fault)
		}
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.APIBase()+"api/v10/channels/"+channel+"/messages", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		var why any
		_ = json.NewDecoder(answer.Body).Decode(&why)
		t.Fatalf("%s: %v", answer.Status, why)
	}
}

func pictureOf(t *testing.T, c color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 600, 400))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	var w bytes.Buffer
	if err := png.Encode(&w, m); err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

// TestPage has all tests that need a browser, which is slow to start.
func TestPage(t *testing.T) {
	tab := playgroundtest.Browser(t)
	s := playgroundtest.New(t, playground.Config{})
	t.Run("components", func(t *testing.T) { showsComponents(tab, t, s) }) // opens the page
	t.Run("markdown", func(t *testing.T) { readsMarkdown(tab, t) })
	t.Run("marks without end", func(t *testing.T) { readsMarks(tab, t) })
}

// showsComponents: every component is shown, accessible by keyboard and screen reader, and fits a
// phone's width.
func showsComponents(tab context.Context, t *testing.T, s *playgroundtest.Server) {
	t.Helper()
	red, blue := color.RGBA{0xe2, 0x44, 0x3c, 0xff}, color.RGBA{0x3b, 0x7f, 0xe6, 0xff}
	post(t, s, "1456074443980800003", everyComponent, map[int][]byte{
		0: pictureOf(t, red), 1: pictureOf(t, blue), 2: []byte("x"),
	})
	if err := chromedp.Do(tab, chromedp.EmulateViewport(390, 1500), chromedp.Navigate(s.URL()+"?user=you")); err != nil {
		t.Fatal(err)
	}
	wait := `new Promise((done) => { const look = () => document.querySelector("article.message .veil") ? done(true) : setTimeout(look, 20); look(); })`
	if _, err := chromedp.Run(tab, chromedp.Evaluate[bool](wait, chromedp.EvalAwaitPromise)); err != nil {
		t.Fatal(err)
	}
	for name, expression := range map[string]string{
		"the frame has its colour":       `getComputedStyle(document.querySelector(".container"), "::before").backgroundColor === "rgb(226, 68, 60)"`,
		"texts stand in their order":     `[...document.querySelectorAll(".message .content")].map(e => e.innerText.trim()).join("|") === "A line above.|Red to move.|Hidden."`,
		"a picture in the frame":         `document.querySelector(".container > .gallery img").alt === "first"`,
		"two pictures beside":            `[...document.querySelectorAll(".body > .gallery img")].map(e => e.alt).join() === "first,second"`,
		"a file with its size":           `document.querySelector(".container > .file").innerText.includes("c.txt") && document.querySelector(".container > .file").innerText.includes("1 byte")`,
		"buttons with words and emoji":   `[...document.querySelectorAll(".container button.button")].map(e => e.textContent).join() === "👆Move,Resign"`,
		"emoji are not read out":         `[...document.querySelectorAll(".emoji")].every(e => e.ariaHidden === "true")`,
		"a menu":                         `document.querySelector(".container .select-trigger").ariaLabel === "Pick a cell"`,
		"a spoiler that is still veiled": `document.querySelector(".veil .unveil").checkVisibility()`,
		"nothing is wider than a phone":  `document.documentElement.scrollWidth <= 390 && [...document.querySelectorAll(".message *")].every(e => e.getBoundingClientRect().right <= 390)`,
		"no file is shown twice":         `document.querySelectorAll(".message .file").length === 1 && document.querySelectorAll(".message .picture").length === 3`,
	} {
		if holds, err := chromedp.Run(tab, chromedp.Evaluate[bool](expression)); err != nil || !holds {
			t.Errorf("%s: %v, %v", name, holds, err)
		}
	}
	if holds, err := chromedp.Run(tab, chromedp.Evaluate[bool](`(document.querySelector(".unveil").click(), !document.querySelector(".unveil").checkVisibility())`)); err != nil || !holds {
		t.Errorf("the spoiler stays veiled: %v", err)
	}
}

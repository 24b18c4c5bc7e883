package program

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// window is a person's page.
type window struct {
	t   *testing.T
	ctx context.Context
}

// patience bounds the wait for one condition in a page.
const patience = 2 * time.Minute

// open opens the page as a user, in its own window.
func open(browser context.Context, t *testing.T, page, user string) *window {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	w := &window{t, ctx}
	// The first action creates the window, which lives as long as that action's context.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	w.run("open the page", chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page+"?user="+user))
	w.sees("the page is ready", `document.body.dataset.ready !== undefined && document.body.dataset.user === `+quote(user))
	return w
}

func (w *window) run(what string, actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, w.text())
	}
}

// watch is a promise that resolves once an expression holds. It checks after each event in the
// page, and at intervals, since no event tells of a script that writes into an input.
const watch = `new Promise(kept => {
	const events = ["load", "focusin", "focusout", "input", "change", "close"];
	const look = () => {
		let holds = false;
		try { holds = %s } catch { /* what it is about is not there yet */ }
		if (!holds) return;
		changes.disconnect();
		clearInterval(clock);
		for (const e of events) document.removeEventListener(e, look, true);
		kept(true);
	};
	const changes = new MutationObserver(look), clock = setInterval(look, 100);
	for (const e of events) document.addEventListener(e, look, true);
	changes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	look();
})`

// sees waits until an expression holds.
func (w *window) sees(what, expression string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(watch, expression), chromedp.EvalAwaitPromise)); err != nil {
		w.t.Fatalf("%s: does not come about (%v)\n%s", what, err, w.text())
	}
}

// text returns the text of the page with its forms, for failure messages.
func (w *window) text() string {
	text, err := w.evaluate(`document.body.dataset.user + ":\n" + ["#messages", "dialog"].map(s => document.querySelector(s)?.innerText ?? "").join("\n")`)
	if err != nil {
		return err.Error()
	}
	return text
}

// evaluate returns the string value of an expression.
func (w *window) evaluate(expression string) (string, error) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[string](expression))
}

// insert writes a text into the focused element at once, as a person pastes it. After each key the
// page would ask for completions.
func insert(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// types types (the rest of) a line into the input and sends it. Escape closes the completion.
func (w *window) types(line string) {
	w.t.Helper()
	w.run("type "+line, chromedp.Focus("#input"), insert(line), chromedp.KeyEvent(kb.Escape), chromedp.Click("#send"))
	w.sees("the input is empty again", `document.querySelector("#input").value === ""`)
}

// still is a promise of the centre of a selector's element, once all pictures are loaded and it has
// not moved for two frames. Otherwise a late picture, or a page that turns narrow, would make a
// press hit something else.
const still = `(async () => {
	const frame = () => new Promise(requestAnimationFrame);
	for (let before;;) {
		await Promise.all([...document.images].map(i => i.decode().catch(() => {})));
		await frame();
		const {x, y, width, height} = document.querySelector(%s).getBoundingClientRect();
		const now = {x: x + width / 2, y: y + height / 2};
		if (before && before.x === now.x && before.y === now.y) return now;
		before = now;
	}
})()`

// settled returns the centre of a selector's element once it no longer moves.
func settled(ctx context.Context, selector string) (input.TouchPoint, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[input.TouchPoint](fmt.Sprintf(still, quote(selector)), chromedp.EvalAwaitPromise))
}

// click clicks on a selector's element with a mouse.
func (w *window) click(what, selector string) {
	w.t.Helper()
	w.run("click "+what, chromedp.ScrollIntoView(selector), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := settled(ctx, selector)
		return err
	}), chromedp.Click(selector))
}

// clicks clicks on the newest button with a label.
func (w *window) clicks(label string) {
	w.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("#messages button")].filter(b => b.dataset.label === %s && !b.disabled).at(-1)`, quote(label))
	w.sees("a button "+label, find+" !== undefined")
	id, err := w.evaluate(find + ".dataset.customId")
	if err != nil {
		w.t.Fatal(err)
	}
	selector := `#messages button[data-custom-id="` + id + `"]`
	w.click(label, selector)
}

// fills fills in the open form, and submits it.
func (w *window) fills(text string) {
	w.t.Helper()
	w.run("fill the form", chromedp.WaitVisible("dialog.modal input[data-custom-id]"),
		chromedp.SendKeys("dialog.modal input[data-custom-id]", text))
	w.submits()
}

// submits submits the open form, and waits until it is gone: the answer may be seen before that.
func (w *window) submits() {
	w.t.Helper()
	w.click("Submit", "dialog.modal [type=submit]")
	w.sees("the form is gone", `document.querySelector("dialog.modal") === null`)
}

// reads waits until a message or its picture's description contains a text.
func (w *window) reads(text string) {
	w.t.Helper()
	w.sees("reads "+text, fmt.Sprintf(`[...document.querySelectorAll("#messages [data-message]")].some(m =>
		m.innerText.includes(%[1]s) || [...m.querySelectorAll("img")].some(i => i.alt.includes(%[1]s)))`, quote(text)))
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// startPage starts the program with the page on a free port and its own store.
func startPage(t *testing.T) *process {
	t.Helper()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, "--config", config, "--data", filepath.Join(folder, "games.db"))
}

// TestBrowser runs all tests in one Chromium, as starting it takes longest.
func TestBrowser(t *testing.T) {
	t.Parallel()
	chromium := playgroundtest.Browser(t)
	for _, tt := range []struct {
		name string
		test func(context.Context, *testing.T)
	}{
		{"plays", plays},
		{"completes", completes},
		{"begins", begins},
		{"keyboard alone", keyboardAlone},
		{"taps on a phone", tapsOnAPhone},
		{"taps against keys", tapsAgainstKeys},
		{"keys against taps", keysAgainstTaps},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(chromium, t)
		})
	}
}

// plays plays a game as two people in two windows, by typing and clicking. It needs SIXFOLD_LONG=1,
// since the other tests do each of these things too.
func plays(chromium context.Context, t *testing.T) {
	t.Helper()
	if !long {
		t.Skip("it takes SIXFOLD_LONG=1")
	}
	p := startPage(t)
	you, friend := open(chromium, t, p.page, "you"), open(chromium, t, p.page, "friend")

	you.types("/hex new @friend size:3 swap:false")
	you.reads("offered by Alex")
	friend.clicks("Accept")
	you.reads("Accepted by Friend")
	you.types("/hex move b2")
	friend.reads("Red: b2.")
	friend.clicks("Move")
	friend.fills("zz")
	friend.reads("cells run from a1 to c3")
	friend.clicks("Move")
	friend.fills("a3")
	you.reads("Blue: a3.")

	you.clicks("Move")
	you.fills("c1")
	friend.reads("Red: c1 b2.")
	friend.types("/hex move c3")
	you.reads("Blue: a3 c3.")
	you.types("/hex move b3")
	friend.reads("Red (Alex) wins")
	friend.sees("the picture is there", `[...document.querySelectorAll("#messages .picture img")].at(-1).naturalWidth > 200`)
}

// completes builds a command by completion with the keyboard only, plays against the bot, and
// submits moves by the form: one that is refused, and one in a game against themselves.
func completes(chromium context.Context, t *testing.T) {
	t.Helper()
	p := startPage(t)
	you := open(chromium, t, p.page, "you")
	you.run("begin a command", chromedp.SendKeys("#input", "/he"))
	you.sees("commands are offered", `[...document.querySelectorAll("#completion [role=option]")].some(o => o.innerText.includes("/hex"))`)
	you.types("x new size:4 level:easy")
	you.reads("Red (Alex) to move")
	you.run("begin a move", chromedp.SendKeys("#input", "/hex move cell:b"))
	you.sees("legal cells are offered", `[...document.querySelectorAll("#completion [role=option]")].map(o => o.dataset.insert.trim()).filter(i => /cell:b[1-4]$/.test(i)).length === 4`)
	you.run("take the first", chromedp.SendKeys("#input", kb.ArrowDown), chromedp.SendKeys("#input", kb.Tab))
	you.sees("it stands in the line", `/cell:b[1-4]/.test(document.querySelector("#input").value)`)
	line, err := you.evaluate(`document.querySelector("#input").value`)
	if err != nil {
		t.Fatal(err)
	}
	you.run("send it", chromedp.SendKeys("#input", kb.Escape), chromedp.Click("#send"))
	_, cell, _ := strings.Cut(strings.TrimSpace(line), "cell:")
	you.reads("Red: " + cell)
	you.reads("Sixfold Easy: ")
	you.sees("the picture is there", `[...document.querySelectorAll("#messages .picture img")].at(-1).naturalWidth > 200`)

	you.types("/hex new opponent:@Alex size:3 swap:false")
	you.reads("Hex, 3 by 3.")
	you.clicks("Move")
	you.fills("zz")
	you.reads("cells run from a1 to c3")
	you.clicks("Move")
	you.fills("c3")
	you.reads("Red: c3.")
}

// begins runs each line that the empty page suggests, and challenges by pressing a name, at a
// telephone's width.
func begins(chromium context.Context, t *testing.T) {
	t.Helper()
	p := startPage(t)
	you := open(chromium, t, p.page, "you")
	you.run("hold a telephone", chromedp.EmulateViewport(390, 844))
	lines, err := you.evaluate(`[...document.querySelectorAll(".welcome .example")].map(e => e.dataset.line).join("\n")`)
	if err != nil {
		t.Fatal(err)
	}
	suggested := strings.Split(lines, "\n")
	if suggested[0] != "/hex new level:normal" {
		t.Errorf("suggests %q first", suggested)
	}
	you.click("the first", `.welcome .example`)
	you.reads("Red (Alex) to move")
	answered := map[string]int{"/hex": 1}
	for _, line := range suggested[1:] {
		you.types(line)
		command, _, _ := strings.Cut(line, " ")
		answered[command]++
		you.sees(line+" is answered", fmt.Sprintf(`[...document.querySelectorAll("#messages [data-message]")].filter(m => m.querySelector(".used code")?.innerText.startsWith(%q) && m.querySelector("button[data-custom-id]")).length === %d`, command, answered[command]))
	}
	you.sees("nothing was refused", `document.querySelectorAll("#messages [data-notice]").length === 0`)
	friend := open(chromium, t, p.page, "friend")
	friend.types("/games")
	friend.click("a name", `.used button.author[data-member]`)
	friend.sees("the menu is open", `document.querySelector(".member-menu [data-command=Challenge]") === document.activeElement`)
	friend.click("Challenge", `.member-menu [data-command=Challenge]`)
	friend.reads("Which game do you want to play against Alex?")
	friend.clicks("Gordon")
	friend.reads("will you play")
}

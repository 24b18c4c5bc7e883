package program

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tapsAgainstKeys plays a whole game between touch only, on a phone, and keyboard only.
func tapsAgainstKeys(chromium context.Context, t *testing.T) {
	t.Helper()
	playWhole(chromium, t, onPhone, atDesk)
}

// keysAgainstTaps is the same with the keyboard as challenger. It needs SIXFOLD_LONG=1.
func keysAgainstTaps(chromium context.Context, t *testing.T) {
	t.Helper()
	if !long {
		t.Skip("it takes SIXFOLD_LONG=1")
	}
	playWhole(chromium, t, atDesk, onPhone)
}

// onPhone is a person who uses touch.
func onPhone(w *window) hand {
	w.run("hold a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	return finger{w}
}

// atDesk is a person who uses the keyboard.
func atDesk(w *window) hand {
	w.run("sit down", chromedp.EmulateViewport(1280, 900))
	return keyboard{w}
}

// hand is a person at a window, with a way to operate it.
type hand interface {
	window() *window
	// press presses the newest of a selector's elements.
	press(selector string)
	// choose picks an option by its label from the newest such menu.
	choose(menu, option string)
}

// playWhole plays Hex on 11x11 from an empty channel to the end in two windows: you challenge the
// friend, and connect top and bottom along column f. After every move the only live board is the
// newest message, and mentions the player to move, once. In the short form the friend soon resigns.
func playWhole(chromium context.Context, t *testing.T, yours, friends func(*window) hand) {
	t.Helper()
	p := startPage(t)
	you, friend := yours(open(chromium, t, p.page, "you")), friends(open(chromium, t, p.page, "friend"))
	you.press(`[data-line="/play"]`)
	you.press(`#send`)
	you.press(`#messages button[data-label="Hex"]`)
	you.choose(`#messages .select-trigger`, "Friend")
	friend.press(`#messages button[data-label="Accept"]`)
	rows := 1
	if long {
		rows = 11
	}
	for row := 1; row <= rows; row++ {
		move(you, "f", row)
		if row == 11 {
			break
		}
		live(you, friend, "Friend")
		move(friend, "h", row)
		live(you, friend, "Alex")
	}
	if !long {
		p.told("friend", "/hex resign") // which asks for confirmation
		friend.press(`#messages [data-private] button[data-label="Resign"]`)
	}
	friend.window().reads("Red (Alex) wins")
	you.window().sees("no board to play on", `document.querySelector('#messages button[data-label="Move"]') === null`)
}

// move plays a cell by the menus of the live board's form.
func move(mover hand, column string, row int) {
	mover.press(`#messages button[data-label="Move"]`)
	mover.choose(`dialog .select-trigger[aria-label="Column"]`, column)
	mover.choose(`dialog .select-trigger[aria-label="Row"]`, strconv.Itoa(row))
	mover.press(`dialog [type=submit]`)
	mover.window().sees("the form is gone", `document.querySelector("dialog.modal") === null`)
}

// live waits until both see one live board, the newest public message, with the channel's only
// mention: that of the player to move.
func live(one, other hand, mentioned string) {
	for _, h := range []hand{one, other} {
		h.window().sees("one live board for "+mentioned, fmt.Sprintf(`(() => {
			const messages = [...document.querySelectorAll("#messages [data-message]:not([data-private])")];
			const boards = messages.filter(m => m.querySelector(".picture img, button[data-label=Move]"));
			const mentions = messages.flatMap(m => [...m.querySelectorAll(".mention[data-user]")]);
			return boards.length === 1 && boards[0] === messages.at(-1) && boards[0].querySelector("button[data-label=Move]") !== null &&
				mentions.length === 1 && mentions[0].textContent === %s && boards[0].contains(mentions[0]);
		})()`, quote("@"+mentioned)))
	}
}

// newest marks the newest enabled element of a selector, and returns a selector for it.
func (w *window) newest(selector string) string {
	w.t.Helper()
	w.sees("there is "+selector, fmt.Sprintf(`(() => {
		const found = [...document.querySelectorAll(%s)].filter(e => !e.disabled).at(-1);
		document.querySelectorAll("[data-aim]").forEach(e => delete e.dataset.aim);
		if (found) found.dataset.aim = "";
		return found !== undefined;
	})()`, quote(selector)))
	return "[data-aim]"
}

// finger uses touch, and types nothing.
type finger struct{ w *window }

func (f finger) window() *window { return f.w }

func (f finger) press(selector string) {
	f.w.t.Helper()
	aim := f.w.newest(selector)
	f.w.run("tap "+selector, chromedp.ScrollIntoView(aim), f.tap(aim))
}

// tap touches the centre of a selector's element.
func (f finger) tap(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		at, err := settled(ctx, selector)
		if err != nil {
			return err
		}
		return touch(ctx, t, at)
	})
}

// touch touches a point and lifts the finger.
func touch(ctx context.Context, t *chromedp.Target, at input.TouchPoint) error {
	down := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{&at}}
	if _, err := cdp.Call(ctx, t, input.DispatchTouchEvent, down); err != nil {
		return err
	}
	up := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}}
	_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, up)
	return err
}

func (f finger) choose(menu, option string) {
	f.w.t.Helper()
	f.press(menu)
	f.press(fmt.Sprintf(`.select-list:not([hidden]) [role=option][data-label=%s]`, quote(option)))
	f.w.sees("it is taken", `document.querySelector(".select-list:not([hidden])") === null`)
}

// keyboard uses no mouse.
type keyboard struct{ w *window }

func (k keyboard) window() *window { return k.w }

// enter sends key-down together with its character, as a keyboard does: if the page prevents the
// default of key-down, no separate character event follows.
var enter = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	for _, kind := range []input.DispatchKeyEventType{kb.KeyDown, kb.KeyUp} {
		key := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
		if kind == kb.KeyDown {
			key.Text = "\r"
		}
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, key); err != nil {
			return err
		}
	}
	return nil
})

// farthest is the maximum number of presses of Tab to reach a control.
const farthest = 60

// reach moves the focus backwards until it is on the newest element of a selector.
func (k keyboard) reach(selector string) {
	k.w.t.Helper()
	k.w.newest(selector)
	for range farthest {
		there, err := k.w.evaluate(`String(document.activeElement === document.querySelector("[data-aim]"))`)
		if err != nil {
			k.w.t.Fatal(err)
		}
		if there == "true" {
			return
		}
		k.w.run("Shift+Tab", chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	k.w.t.Fatalf("no way by Tab to %s\n%s", selector, k.w.text())
}

func (k keyboard) press(selector string) {
	k.w.t.Helper()
	k.reach(selector)
	k.w.run("Enter", enter)
}

func (k keyboard) choose(menu, option string) {
	k.w.t.Helper()
	k.reach(menu)
	k.w.run("choose "+option, chromedp.KeyEvent(option), enter)
	k.w.sees("it is taken", `document.querySelector(".select-list:not([hidden])") === null`)
}

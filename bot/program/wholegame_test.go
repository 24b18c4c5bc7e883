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

// tapsAgainstKeys plays a whole game between taps alone, on a phone, and a keyboard alone.
func tapsAgainstKeys(chromium context.Context, t *testing.T) {
	t.Helper()
	playWhole(chromium, t, onPhone, atDesk)
}

// keysAgainstTaps has the keyboard challenge. It needs SIXFOLD_LONG=1.
func keysAgainstTaps(chromium context.Context, t *testing.T) {
	t.Helper()
	if !long {
		t.Skip("it takes SIXFOLD_LONG=1")
	}
	playWhole(chromium, t, atDesk, onPhone)
}

// onPhone is somebody with a finger.
func onPhone(w *window) hand {
	w.run("hold a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	return finger{w}
}

// atDesk is somebody with a keyboard.
func atDesk(w *window) hand {
	w.run("sit down", chromedp.EmulateViewport(1280, 900))
	return keyboard{w}
}

// hand is a person at a window, and how they reach what is in it.
type hand interface {
	window() *window
	// press presses the newest of the elements that a selector finds.
	press(selector string)
	// choose takes an option, by its label, of the newest such menu.
	choose(menu, option string)
}

// playWhole plays Hex on 11x11 from an empty channel to its end between two windows: you
// challenge the friend, and join top and bottom along column f. After every move the only live
// board is the newest message, and it calls who is to move, once. In the short form the friend
// soon resigns.
func playWhole(chromium context.Context, t *testing.T, yours, friends func(*window) hand) {
	t.Helper()
	p := startPage(t)
	you, friend := yours(open(chromium, t, p.page, "you")), friends(open(chromium, t, p.page, "friend"))
	you.press(`[data-line="/play"]`)
	you.press(`#send`)
	you.press(`#messages button[data-label="Hex"]`)
	you.choose(`#messages .select-trigger`, "Friend")
	friend.press(`#messages button[data-label="Accept"]`)
	rows := 2
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
		live(you, friend, "You")
	}
	if !long {
		p.told("friend", "/hex resign") // which asks
		friend.press(`#messages [data-private] button[data-label="Resign"]`)
	}
	friend.window().reads("Red (You) wins")
	you.window().sees("no board to play on", `document.querySelector('#messages button[data-label="Move"]') === null`)
}

// move plays a cell by the menus of the form that the live board opens.
func move(mover hand, column string, row int) {
	mover.press(`#messages button[data-label="Move"]`)
	mover.choose(`dialog .select-trigger[aria-label="Column"]`, column)
	mover.choose(`dialog .select-trigger[aria-label="Row"]`, strconv.Itoa(row))
	mover.press(`dialog [type=submit]`)
	mover.window().sees("the form is gone", `document.querySelector("dialog.modal") === null`)
}

// live waits until both see one live board, the newest message that is not private, with
// the one mention of the channel: that of who is to move.
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

// newest marks the newest enabled element that a selector finds, and returns a selector of
// it alone.
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

// finger taps on a phone, and types nothing.
type finger struct{ w *window }

func (f finger) window() *window { return f.w }

func (f finger) press(selector string) {
	f.w.t.Helper()
	aim := f.w.newest(selector)
	f.w.run("tap "+selector, chromedp.ScrollIntoView(aim), f.tap(aim))
}

// tap touches the middle of what a selector finds.
func (f finger) tap(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		at, err := settled(ctx, selector)
		if err != nil {
			return err
		}
		return touch(ctx, t, at)
	})
}

// touch puts a finger down and lifts it.
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

// keyboard has no mouse.
type keyboard struct{ w *window }

func (k keyboard) window() *window { return k.w }

// enter presses the key in one piece, as a keyboard does: what a page keeps from happening
// at its first half does not come about by a second of its own.
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

// farthest is how many times somebody presses Tab in search of a thing.
const farthest = 60

// reach moves the focus back from one thing to the one before until it is on the newest
// that a selector finds.
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

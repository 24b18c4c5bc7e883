package program

import (
	"context"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// presses presses keys one after another, in the focused element.
func (w *window) presses(keys string, options ...chromedp.KeyOption) {
	w.t.Helper()
	w.run("press "+strconv.Quote(keys), chromedp.KeyEvent(keys, options...))
}

// goesBackTo presses Shift+Tab until an expression says that the right control has the focus, at
// most a few times, as a person would.
func (w *window) goesBackTo(what, expression string) {
	w.t.Helper()
	for range 10 {
		at, err := w.evaluate(`String(` + expression + `)`)
		if err != nil {
			w.t.Fatal(err)
		}
		if at == "true" {
			return
		}
		w.presses(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	w.t.Fatalf("%s: the keyboard does not get there\n%s", what, w.text())
}

// focused returns an expression: the button with a label has the focus.
func focused(label string) string { return `document.activeElement.dataset.label === ` + quote(label) }

// keyboardAlone plays a whole game of Hex, both sides, without a mouse: each move by the letters
// and digits of its column and row, in the short form only the last three. Then it uses a small
// board's menu.
func keyboardAlone(chromium context.Context, t *testing.T) {
	t.Helper()
	size, first := 6, 5 // smaller boards have a menu of their cells
	if long {
		size, first = 11, 1
	}
	p := startPage(t)
	p.run("you", "/hex new @you swap:false size:"+strconv.Itoa(size))
	for row := 1; row < first; row++ {
		p.run("you", "/hex move f"+strconv.Itoa(row))
		p.run("you", "/hex move a"+strconv.Itoa(row))
	}
	you := open(chromium, t, p.page, "you")
	you.reads("Red to move")
	const newest = `[...document.querySelectorAll("#messages [data-message]")].at(-1)`
	before, err := you.evaluate(newest + `.dataset.message`)
	if err != nil {
		t.Fatal(err)
	}
	you.presses("/hex show" + kb.Escape + kb.Enter)
	you.sees("the board is shown again", newest+`.dataset.message !== `+quote(before)+` && `+newest+`.querySelector("img") !== null`)
	you.goesBackTo("Move", focused("Move"))
	for row := first; row <= size; row++ {
		you.movesByKeys("f", row)
		if row < size {
			you.movesByKeys("a", row)
		}
	}
	you.reads("Red wins: red joins")

	you.sees("the input or a button is in use", `document.activeElement !== document.body`)
	you.presses("/") // which goes to the input
	you.run("type on", insert("hex new opponent:@Alex size:4 swap:false"))
	you.presses(kb.Escape + kb.Enter)
	you.reads("Hex, 4 by 4.")
	you.goesBackTo("the menu", `document.activeElement.matches("#messages .select-trigger")`)
	you.presses("c2" + kb.Enter)
	you.reads("Red: c2.")
	you.sees("the keyboard is at the menu", `document.activeElement.matches("#messages .select-trigger")`)
}

// movesByKeys plays a cell from the button Move, which regains the focus.
func (w *window) movesByKeys(column string, row int) {
	w.t.Helper()
	w.sees("the keyboard is at Move", `document.querySelector("dialog.modal") === null && `+focused("Move"))
	w.presses(kb.Enter)
	w.sees("the form's first menu", `document.activeElement.matches("dialog.modal .select-trigger")`)
	w.presses(column + kb.Enter + kb.Tab)
	w.presses(strconv.Itoa(row) + kb.Enter)
	w.presses(kb.Tab + kb.Tab + kb.Tab + kb.Enter) // past the text and Cancel
	w.sees("the stone lies there", `document.querySelector("dialog.modal") === null && [...document.querySelectorAll("#messages img")].at(-1).alt.includes(`+
		quote(column+strconv.Itoa(row))+`)`)
}

// tapsOnAPhone plays a move by column and row on a narrow screen, corrects a refused one, and fills
// a gap using the picture.
func tapsOnAPhone(chromium context.Context, t *testing.T) {
	t.Helper()
	p := startPage(t)
	you := open(chromium, t, p.page, "you")
	you.run("a narrow screen", chromedp.EmulateViewport(390, 844))
	you.types("/hex new opponent:@Alex size:19 swap:false")
	you.clicks("Move")
	you.takes(1, "s")
	you.takes(2, "19")
	you.sees("the form is no wider than the screen", `[...document.querySelectorAll("dialog.modal, dialog.modal *")].every(e => e.getBoundingClientRect().right <= 390)`)
	you.submits()
	you.reads("Red: s19.")
	you.clicks("Move")
	you.takes(1, "s")
	you.submits()
	you.reads("Choose a column and a row")
	you.clicks("Try again")
	you.sees("the column is still there", `document.querySelector("dialog.modal .select-caption").textContent === "s"`)
	you.takes(2, "18")
	you.submits()
	you.reads("Blue: s18.")

	you.types("/octopuszle new started:6 seed:2")
	you.reads("6 of 16 squares lie there")
	you.chooses("a2")
	you.reads("These fit on a2: 4, a line to S; 5, lines to N S; 6, lines to E S.")
	you.sees("both pictures are as wide as the message", `((a, b) => a.right <= 390 && a.right === b.right && b.top >= a.bottom)(
		...[...document.querySelectorAll("#messages .gallery")].slice(-2).map(e => e.getBoundingClientRect()))`)
	you.chooses("5 a2")
	you.reads("Laid last: 5 on a2.")
}

// chooses picks a value from the newest menu.
func (w *window) chooses(value string) {
	w.t.Helper()
	w.sees("the menu has "+value, `[...document.querySelectorAll("#messages .select")].at(-1)?.querySelector('[data-value="`+value+`"]') !== null`)
	id, err := w.evaluate(`[...document.querySelectorAll("#messages .select-trigger")].at(-1).dataset.customId`)
	if err != nil {
		w.t.Fatal(err)
	}
	trigger := `#messages .select-trigger[data-custom-id="` + id + `"]`
	option := `#messages .select:has([data-custom-id="` + id + `"]) [data-value="` + value + `"]`
	w.click("the menu", trigger)
	w.click(value, option)
}

// takes picks an option from the n-th menu of the open form.
func (w *window) takes(n int, option string) {
	w.t.Helper()
	menu := `dialog.modal .field:nth-of-type(` + strconv.Itoa(n+1) + `)`
	w.run("see the menu", chromedp.WaitVisible(menu+" .select-trigger"))
	w.click("the menu", menu+" .select-trigger")
	w.click(option, menu+` [data-value="`+option+`"]`)
}

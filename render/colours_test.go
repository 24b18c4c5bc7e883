package render_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// grounds are the backgrounds of text and pieces, signals the colours that need contrast to them.
func grounds(l *canvas.Look) map[string]color.RGBA {
	return map[string]color.RGBA{"the ground": l.Background, "the band": l.Band, "cells": l.Cell}
}

func signals(l *canvas.Look) map[string]color.RGBA {
	return map[string]color.RGBA{"red": l.Red.Base, "blue": l.Blue.Base, "green": l.Green, "what is lit": l.Lit}
}

// Words can be read: a contrast of 4.5, as WCAG 2.2 asks for (success criterion 1.4.3).
func TestWordsHaveContrast(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		check := func(name string, upper, lower color.RGBA) {
			t.Helper()
			if got := canvas.Contrast(upper, lower); got < 4.5 {
				t.Errorf("%s, %s: contrast %.2f, want 4.5", theme.ID, name, got)
			}
		}
		for on, ground := range grounds(l) {
			check("text on "+on, l.Text, ground)
			check("what is muted on "+on, l.Muted, ground)
			check("labels on "+on, l.Label, ground)
		}
		check("numbers on cells", l.Number, l.Cell)
		check("numbers on the heaviest", l.Number, l.Heavy)
		check("numbers on the hottest", l.Number, l.Heat)
		for name, c := range signals(l) {
			check(name+" on the ground", c, l.Background)
			check("words on "+name, l.Mark, c)
		}
		check("green and its halo", l.Green, l.Halo)
	}
}

// Pieces stand out from whatever they lie on (success criterion 1.4.11).
func TestPiecesHaveContrast(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{"red on the heaviest": {l.Red.Base, l.Heavy}, "blue on the heaviest": {l.Blue.Base, l.Heavy}}
		for on, ground := range grounds(l) {
			for name, c := range signals(l) {
				pairs[name+" on "+on] = [2]color.RGBA{c, ground}
			}
		}
		for side, gem := range map[string]canvas.Gem{"red": l.Red, "blue": l.Blue} {
			pairs["the lit side of "+side] = [2]color.RGBA{gem.Light, l.Cell}
			pairs["marks on the lit side of "+side] = [2]color.RGBA{l.Mark, gem.Light}
			pairs["marks on the dark side of "+side] = [2]color.RGBA{l.Mark, gem.Dark}
		}
		return pairs
	})
}

// What is called red, blue or green has that colour in every theme, and people of every kind
// of colour vision tell the sides apart; in the contrast theme all else too.
func TestColoursAreWhatTheyAreCalled(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for name, c := range signals(l) {
			if colour, _, _ := strings.Cut(name, " "); colour != "what" {
				rendertest.Named(t, theme.ID, c, colour)
			}
		}
		rendertest.Apart(t, theme.ID+", the sides", l.Red.Base, l.Blue.Base, 60)
		if theme.ID != "contrast" {
			continue
		}
		rendertest.Apart(t, theme.ID+", red and green", l.Red.Base, l.Green, 15)
		rendertest.Apart(t, theme.ID+", blue and green", l.Blue.Base, l.Green, 15)
		for on, ground := range grounds(l) {
			for name, c := range signals(l) {
				rendertest.Apart(t, fmt.Sprintf("%s, %s and %s", theme.ID, name, on), c, ground, 30)
			}
		}
	}
}

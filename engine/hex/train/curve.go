package main

import (
	"encoding/csv"
	"io"
	"strconv"
)

// point is one measurement of the curve: the current weights against those of the point before.
type point struct {
	Minutes float64
	Size    int // of the board
	Won     int // of Games
	Games   int
	Elo     float64 // relative to the first point, as the sum of differences
	Loss    float64 // of the last cycle
}

// curve has the measurements of a run, oldest first.
type curve []point

func (c curve) writeCSV(w io.Writer) error {
	rows := [][]string{{"minutes", "size", "won", "games", "elo", "loss"}}
	for _, p := range c {
		rows = append(rows, []string{
			strconv.FormatFloat(p.Minutes, 'f', 2, 64), strconv.Itoa(p.Size), strconv.Itoa(p.Won),
			strconv.Itoa(p.Games), strconv.FormatFloat(p.Elo, 'f', 1, 64), strconv.FormatFloat(p.Loss, 'f', 4, 64),
		})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

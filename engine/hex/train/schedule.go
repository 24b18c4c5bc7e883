package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// schedule is a list of stages by the share of the run at which each ends. Its text form is
// UNTIL:CHOICE,CHOICE… per stage, separated by spaces; a choice is a number or NUMBER*WEIGHT.
type schedule []stage

type stage struct {
	until   float64
	choices []choice
}

type choice struct{ number, weight int }

func mustParse(text string) (s schedule) {
	if err := s.Set(text); err != nil {
		panic(err)
	}
	return s
}

// Set implements [flag.Value].
func (s *schedule) Set(text string) error {
	var stages schedule
	last := 0.0
	for word := range strings.FieldsSeq(text) {
		until, list, ok := strings.Cut(word, ":")
		end, err := strconv.ParseFloat(until, 64)
		if !ok || err != nil || !(end > last && end <= 1) {
			return fmt.Errorf("%q is no stage: like 0.5:8,9 with growing shares of the run", word)
		}
		last = end
		choices, err := parseChoices(list)
		if err != nil {
			return err
		}
		stages = append(stages, stage{end, choices})
	}
	if last != 1 {
		return fmt.Errorf("the stages %q end at %v of the run instead of 1", text, last)
	}
	*s = stages
	return nil
}

func parseChoices(list string) (choices []choice, err error) {
	for part := range strings.SplitSeq(list, ",") {
		number, weight, weighted := strings.Cut(part, "*")
		c := choice{weight: 1}
		if c.number, err = strconv.Atoi(number); err == nil && weighted {
			c.weight, err = strconv.Atoi(weight)
		}
		if err != nil || c.weight < 1 {
			return nil, fmt.Errorf("%q is no choice: like 11 or 11*20", part)
		}
		choices = append(choices, c)
	}
	return choices, nil
}

// String implements [flag.Value].
func (s schedule) String() string {
	var words []string
	for _, stage := range s {
		var parts []string
		for _, c := range stage.choices {
			part := strconv.Itoa(c.number)
			if c.weight > 1 {
				part += "*" + strconv.Itoa(c.weight)
			}
			parts = append(parts, part)
		}
		words = append(words, strconv.FormatFloat(stage.until, 'g', -1, 64)+":"+strings.Join(parts, ","))
	}
	return strings.Join(words, " ")
}

func (s schedule) at(share float64) stage {
	for _, stage := range s {
		if share < stage.until {
			return stage
		}
	}
	return s[len(s)-1]
}

func (s stage) pick(rng *rand.Rand) int {
	sum := 0
	for _, c := range s.choices {
		sum += c.weight
	}
	at := rng.IntN(sum)
	for _, c := range s.choices {
		if at -= c.weight; at < 0 {
			return c.number
		}
	}
	panic("train: weights do not add up")
}

// main returns the choice of greatest weight, the later of equals.
func (s stage) main() int {
	best := s.choices[0]
	for _, c := range s.choices {
		if c.weight >= best.weight {
			best = c
		}
	}
	return best.number
}

func (s schedule) numbers() (all []int) {
	for _, stage := range s {
		for _, c := range stage.choices {
			all = append(all, c.number)
		}
	}
	return all
}

func (s schedule) least() int { return slices.Min(s.numbers()) }
func (s schedule) most() int  { return slices.Max(s.numbers()) }

// rateAt returns the learning rate, which falls along a cosine.
func (c *config) rateAt(share float64) float64 {
	return c.final + (c.rate-c.final)*(1+math.Cos(math.Pi*min(share, 1)))/2
}

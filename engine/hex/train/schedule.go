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
type schedule struct {
	text   string
	stages []stage
}

type stage struct {
	until   float64
	choices []int // each as often as its weight
	main    int   // the choice of greatest weight, the later of equals
}

func mustParse(text string) (s schedule) {
	if err := s.Set(text); err != nil {
		panic(err)
	}
	return s
}

// Set implements [flag.Value].
func (s *schedule) Set(text string) error {
	var stages []stage
	last := 0.0
	for word := range strings.FieldsSeq(text) {
		until, list, ok := strings.Cut(word, ":")
		end, err := strconv.ParseFloat(until, 64)
		if !ok || err != nil || !(end > last && end <= 1) {
			return fmt.Errorf("%q is no stage: like 0.5:8,9 with growing shares of the run", word)
		}
		last = end
		next := stage{until: end}
		if err := next.choose(list); err != nil {
			return err
		}
		stages = append(stages, next)
	}
	if last != 1 {
		return fmt.Errorf("the stages %q end at %v of the run instead of 1", text, last)
	}
	*s = schedule{text, stages}
	return nil
}

// choose sets the choices of a stage.
func (s *stage) choose(list string) error {
	most := 0
	for part := range strings.SplitSeq(list, ",") {
		number, times, weighted := strings.Cut(part, "*")
		choice, err := strconv.Atoi(number)
		weight := 1
		if err == nil && weighted {
			weight, err = strconv.Atoi(times)
		}
		if err != nil || weight < 1 || weight > maxWeight {
			return fmt.Errorf("%q is no choice: like 11 or 11*20", part)
		}
		s.choices = append(s.choices, slices.Repeat([]int{choice}, weight)...)
		if weight >= most {
			most, s.main = weight, choice
		}
	}
	return nil
}

const maxWeight = 1000

// String implements [flag.Value].
func (s *schedule) String() string { return s.text }

func (s *schedule) at(share float64) stage {
	for _, stage := range s.stages {
		if share < stage.until {
			return stage
		}
	}
	return s.stages[len(s.stages)-1]
}

func (s stage) pick(rng *rand.Rand) int { return s.choices[rng.IntN(len(s.choices))] }

// numbers returns the choices of all stages.
func (s *schedule) numbers() (all []int) {
	for _, stage := range s.stages {
		all = append(all, stage.choices...)
	}
	return all
}

// rateAt returns the learning rate, which falls along a cosine.
func (c *config) rateAt(share float64) float64 {
	return c.final + (c.rate-c.final)*(1+math.Cos(math.Pi*min(share, 1)))/2
}

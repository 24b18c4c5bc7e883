// Package outage holds tests of several copies of the bot on a cluster of three servers, from
// which things are taken away at random while people play: see FIGURES.md. It has no code of
// its own.
//
// Each table is judged as a register: what people asked and were told, with the times, must be
// explained by a table at which one thing happens after the other, each at some moment
// between the question and its answer. That is linearizability, and porcupine finds it out.
package outage

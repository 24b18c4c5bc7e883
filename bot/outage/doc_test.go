// Package outage holds tests of several copies of the bot on a cluster of three servers, of which
// parts fail at random while people play: see FIGURES.md.
//
// Each table is checked as a register: people's requests and answers, with their times, must be
// explained by a table on which the requests take effect one after another, each between request
// and answer. That is linearizability, checked by porcupine.
package outage

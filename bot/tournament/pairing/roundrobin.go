package pairing

// RoundRobin returns the rounds in which everybody meets everybody once, following the Berger
// tables. With an odd number of players one has a bye in each round.
func RoundRobin(players int) [][]Game {
	n := players + players%2 // with an odd number of players, the last number means a bye
	rounds := make([][]Game, n-1)
	for r := range rounds {
		rounds[r] = append(rounds[r], lastMeets(n, r))
		top := lastMeets(n, r).First + lastMeets(n, r).Second - (n - 1) // the opponent of the last number
		for i := 1; i < n/2; i++ {
			rounds[r] = append(rounds[r], Game{First: (top + i) % (n - 1), Second: (top - i + n - 1) % (n - 1)})
		}
		for i, g := range rounds[r] {
			switch n - 1 {
			case players - 1: // no byes
			case g.First:
				rounds[r][i] = Game{First: g.Second, Second: Bye}
			case g.Second:
				rounds[r][i].Second = Bye
			}
		}
	}
	return rounds
}

// lastMeets returns the game of the last number in a round: it alternates seats and takes its
// opponents alternately from both halves of the table.
func lastMeets(n, round int) Game {
	if round%2 == 0 {
		return Game{First: round / 2, Second: n - 1}
	}
	return Game{First: n - 1, Second: n/2 + round/2}
}

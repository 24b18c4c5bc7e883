package pairing

// RoundRobin is who meets whom when everybody meets everybody once, by round, after the
// Berger tables. Of an odd number of players one has a bye in each round.
func RoundRobin(players int) [][]Game {
	n := players + players%2 // the last number is that of the bye, where there is one
	rounds := make([][]Game, n-1)
	for r := range rounds {
		rounds[r] = append(rounds[r], lastMeets(n, r))
		top := lastMeets(n, r).First + lastMeets(n, r).Second - (n - 1) // who meets the last number
		for i := 1; i < n/2; i++ {
			rounds[r] = append(rounds[r], Game{First: (top + i) % (n - 1), Second: (top - i + n - 1) % (n - 1)})
		}
		for i, g := range rounds[r] {
			switch n - 1 {
			case players - 1: // nobody has a bye
			case g.First:
				rounds[r][i] = Game{First: g.Second, Second: Bye}
			case g.Second:
				rounds[r][i].Second = Bye
			}
		}
	}
	return rounds
}

// lastMeets is whom the last number meets in a round: it has the seats in turn, and goes
// through the others by halves of the table.
func lastMeets(n, round int) Game {
	if round%2 == 0 {
		return Game{First: round / 2, Second: n - 1}
	}
	return Game{First: n - 1, Second: n/2 + round/2}
}

package engine

// Map returns the results of a function for the items of a list, in order; never nil.
func Map[T, R any](list []T, of func(T) R) []R {
	results := make([]R, len(list))
	for i, item := range list {
		results[i] = of(item)
	}
	return results
}

// Package jetstream keeps the log that several copies of the bot share in NATS JetStream.
//
// The log is a key-value bucket, the stream KV_<bucket>. Each row is a key, of which only the
// newest value is kept: the bucket is the complete state, and a new copy needs nothing else. A
// change is one atomic batch of messages. It is accepted only if the head of the log is still the
// one that the change was made to.
//
// # The keys
//
//	BUCKET.KEY     a row: the bucket as it is, if it consists of letters and digits and begins
//	               with a lower-case letter, otherwise "=" and its base64url; the key always as
//	               base64url. A removed row is a delete marker, which expires after 31 days
//	_.head         the last message of each batch: its writer, the head that it was made to, and
//	               its number of messages; its sequence is the new head
//	_.WRITER       number of the last attempt of that writer which landed, for 30 days
//	_.barrier      empty; written to learn what came before it
//	_.age.ATTEMPT  the head that a writer's first change of a day was made to, for 30 days. None
//	               replaces another. The oldest shows how far back the log reaches, because all
//	               delete markers written after it still exist
//
// # Consistency
//
// Any server may answer a read from an old state, whether it is a follower or a leader that was cut
// off without noticing. So no decision rests on a read alone. A change is decided by the comparison
// that the majority makes, and a head is confirmed by the same comparison. Whether an attempt has
// landed is found by reading up to a barrier, a message that a majority has accepted after the
// question was asked.
//
// A follower reads a stream without the superseded messages, including those superseded by a batch
// that is only half visible yet. fold.go decides when a follower has the state of a head, and when
// it must ask whether that is the newest.
//
// The package reads no files except those with credentials. It uses the clock only for dates,
// timeouts and time measurements.
package jetstream

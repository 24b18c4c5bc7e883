// Package jetstream keeps the log that several copies of the bot share in NATS JetStream.
//
// The log is one bucket of keys and values, the stream KV_<bucket>: each row is a key, of
// which only the newest value is kept, so that the bucket is the state itself, whole, and a
// new copy needs nothing else. A change is one atomic batch of messages, and is accepted
// only if the head of the log is still the one that the change was made to.
//
// # The keys
//
//	BUCKET.KEY   a row: the bucket as it is if it is letters and digits that begin with a
//	             small letter, "=" and base64url of it else; the key always as base64url.
//	             A removed row is a delete marker, which is forgotten after 31 days
//	_.head       the last message of each batch: who made it, to which head, of how many
//	             messages it is; its sequence is the head
//	_.WRITER     number of the last attempt of that writer which landed, for 30 days
//	_.barrier    empty; written to know what came before
//	_.age.ATTEMPT  the head that the first change of a writer on a day was made to, for 30
//	             days. The oldest of them says how far the log reaches back, since each
//	             marker written after it is still there. None ever takes another's place
//
// # What is asked of the servers
//
// Any server may answer a read from a state that has gone on elsewhere, be it a follower
// or a leader that was cut off and does not know. So nothing is decided by a read alone: a
// change by the comparison that the majority makes, a head by the same comparison, and whether
// an attempt has landed by reading up to a barrier, a message that a majority has accepted
// after the question was put.
//
// A follower reads a stream from which superseded messages have gone, those too which a
// batch supersedes that is only half visible yet. When it may say that it holds the state of
// a head, and when it must ask whether that is the newest, is decided in fold.go.
//
// The package reads no files but those of its credentials, and its clock only names days.
package jetstream

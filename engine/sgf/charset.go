package sgf

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/sixfold-bot/sixfold/engine"
)

// mark is the byte order mark of UTF-8.
const mark = "\ufeff"

// declaration is the property CA. It does not match within a value that is escaped.
var declaration = regexp.MustCompile(`(?i)[;\]\s]CA\s*\[\s*([^\]\\[]*?)\s*\]`)

// usualNames replaces names of encodings in Java, Python and Windows by those of the web.
var usualNames = strings.NewReplacer("iso8859_", "iso8859-", "iso 8859", "iso-8859", "latin-", "latin", "utf_", "utf-", "euc_cn", "gb2312", "euc-cn", "gb2312",
	"euc_", "euc-", "cp932", "windows-31j", "cp949", "windows-949", "ms949", "windows-949")

// hiddenEnd is the end of a value behind a character that may have swallowed the backslash.
var hiddenEnd = regexp.MustCompile(`[^\x00-\x7f]\\\]\s*(?:[;()]|[A-Z]+\s*\[)`)

// decode returns a file as [engine.Plain] text. Bytes that mean nothing in its encoding become U+FFFD.
// It refuses an encoding that is unknown, and one that is not the file's where that hides the end of a
// value: a character's second byte may be a backslash.
func decode(data []byte) (string, error) {
	charset, err := charsetOf(data)
	if err != nil {
		return "", err
	}
	// A byte order mark has more weight than the file's own words.
	text, _, err := transform.Bytes(unicode.BOMOverride(charset.NewDecoder()), data)
	doubtful := charset == charmap.Windows1252 || bytes.ContainsRune(text, utf8.RuneError)
	if doubtful && hiddenEnd.Match(text) {
		return "", engine.Refuse("the file is not in UTF-8, and names another encoding than its own or none: save it in UTF-8, or put in a name such as CA[Big5]")
	}
	return engine.Plain(string(text)), err
}

// charsetOf returns the encoding that a file declares. Without a declaration it is UTF-8, if the file
// is that, else the format's ISO-8859-1 in the usual form of Windows, which has more letters.
func charsetOf(data []byte) (encoding.Encoding, error) {
	found := declaration.FindSubmatch(data)
	charset := encoding.Encoding(charmap.Windows1252)
	if utf8.Valid(data) {
		charset = unicode.UTF8
	}
	if found == nil || len(found[1]) == 0 || isPlainASCII(data) || bytes.HasPrefix(data, []byte(mark)) {
		return charset, nil
	}
	name := string(found[1])
	declared, err := htmlindex.Get(usualNames.Replace(strings.ToLower(name)))
	if err != nil || declared == encoding.Replacement {
		declared, err = ianaindex.IANA.Encoding(name)
	}
	if err != nil || declared == nil {
		return nil, engine.Refuse("the file is written in the encoding %q, which is not known here: save it in UTF-8", engine.Quotable(name))
	}
	// A declaration that can be read as ASCII is false where its encoding would write it otherwise.
	if text, err := declared.NewDecoder().Bytes(found[0]); err == nil && bytes.Equal(text, found[0]) {
		charset = declared
	}
	return charset, nil
}

// isPlainASCII reports whether a file is the same in almost all encodings: those of seven bits shift by
// control characters or, in HZ, by a tilde.
func isPlainASCII(data []byte) bool {
	return !bytes.ContainsFunc(data, func(r rune) bool { return r >= '~' || r == '\x1b' || r == '\x0e' })
}

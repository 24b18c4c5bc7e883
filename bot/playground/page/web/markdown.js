// Discord's markdown as a tree. Pure: text in, plain objects out. What becomes
// of the tree on the page is prose.js's business.
//
// A node is {type, …}: text {text}; strong, em, underline, strike, spoiler
// {children}; code {text}; link {url, children}; user, channel, role {id};
// command {name}; emoji {name}; time {unix, style}; and, as blocks, codeblock
// {language, text}; quote {children}; heading {level, children}; small
// {children}; list {ordered, start, items: [{children}]}; line {children}: text
// up to the next block, newlines kept.
//
// The time is linear in the length of the text, whatever it is: others write it.

// maxDepth is how deep styles and lists go; what lies deeper is plain text.
const maxDepth = 12;

// Rules that see in a few characters whether they hold: a name, a pattern at
// the place, and what it makes.
const plainRules = [
  [/\\([\\*_~`|>#\-+.()[\]<@!:])/y, (m) => ({ type: "text", text: m[1] })],
  [/<@!?(\d{1,20})>/y, (m) => ({ type: "user", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([^:>\n]{1,100}):\d{1,20}>/y, (m) => ({ type: "command", name: m[1] })],
  [/<a?:(\w{1,32}):\d{1,20}>/y, (m) => ({ type: "emoji", name: m[1] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => ({ type: "time", unix: Number(m[1]), style: m[2] ?? "f" })],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\)/y,
    (m, inner) => ({ type: "link", url: m[2], children: inner(m[1]) })],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => bareLink(m[1])],
];

const bareLinkRule = [/https?:\/\/[^\s<>|*]*[^\s<>|*.,:;!?'")\]]/y, (m) => bareLink(m[0])];

// Styles that reach from a mark to the next one that closes them: what opens,
// where the search for what closes begins, and what that is. No such mark from
// one place on means none from any later place on.
const pairedRules = [
  ["||", 3, /\|\|/g, (inner) => ({ type: "spoiler", children: inner })],
  ["***", 3, /(?<=\S)\*\*\*(?!\*)/g,
    (inner) => ({ type: "strong", children: [{ type: "em", children: inner }] }), /\S/],
  ["**", 3, /\*\*(?!\*)/g, (inner) => ({ type: "strong", children: inner })],
  ["__", 3, /__(?!_)/g, (inner) => ({ type: "underline", children: inner })],
  ["~~", 3, /~~(?!~)/g, (inner) => ({ type: "strike", children: inner })],
];

// A star or a dash styles up to the next one, with pairs of two marks in between and at
// the end. Where such a pair comes first there are three marks, and more than the pair. No
// search goes beyond the next single mark, so that all together are linear.
const emphasis = (m, inner) => ({ type: "em", children: inner(m[1]) });
const starRule = [/\*(?=[^\s*])((?:\*\*[^*]+\*\*|\\.|[^*\\])*?(?:[^\s*]|\*\*[^*]+\*\*))\*(?!\*)/y, emphasis];
const threeStarsRule = [/\*(\*\*[^\s*][^*]*\*\*(?:\*\*[^*]+\*\*|\\.|[^*\\])*?(?:[^\s*]|\*\*[^*]+\*\*))\*(?!\*)/y, emphasis];
const dashRule = [/_(?=[^\s_])((?:__[^_]+__|\\.|[^_\\])*?(?:[^\s_]|__[^_]+__))_(?!\w)/y, emphasis];
const threeDashesRule = [/_(__[^\s_][^_]*__(?:__[^_]+__|\\.|[^_\\])*?(?:[^\s_]|__[^_]+__))_(?!\w)/y, emphasis];

// Where a rule may begin; everything before it is plain text.
const beginnings = /[\\`<[|*_~]|https?:\/\//g;

function bareLink(url) {
  return { type: "link", url, children: [{ type: "text", text: url }] };
}

// parseInline reads text without blocks into nodes.
export function parseInline(text, depth = 0) {
  const scan = { text, depth, codes: backticks(text), closed: new Set() };
  const nodes = [];
  for (let at = 0; at < text.length;) {
    const [node, end] = depth < maxDepth ? nextInline(scan, at) : [{ type: "text", text }, text.length];
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at = end;
  }
  return nodes;
}

// nextInline reads one node, and tells where it ends. An underscore inside a
// word is none of ours: snake_case stays as it is.
function nextInline(scan, at) {
  const inWord = at > 0 && /\w/.test(scan.text[at - 1]);
  const found = matchOne(scan, at, plainRules[0]) ?? takeCode(scan, at)
    ?? matchOne(scan, at, ...plainRules.slice(1))
    ?? (inWord ? null : matchOne(scan, at, bareLinkRule))
    ?? matchOne(scan, at, threeStarsRule)
    ?? (inWord ? null : matchOne(scan, at, threeDashesRule))
    ?? takePaired(scan, at)
    ?? matchOne(scan, at, starRule)
    ?? (inWord ? null : matchOne(scan, at, dashRule));
  if (found) return found;
  // A run of backticks that opens nothing is text as a whole.
  const from = scan.text[at] === "`" ? scan.codes.ends.get(at) ?? at + 1 : at + 1;
  beginnings.lastIndex = from;
  const end = beginnings.exec(scan.text)?.index ?? scan.text.length;
  return [{ type: "text", text: scan.text.slice(at, end) }, end];
}

// matchOne tries rules that are a pattern.
function matchOne(scan, at, ...rules) {
  for (const [pattern, make] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(scan.text);
    if (match) return [make(match, (inner) => parseInline(inner, scan.depth + 1)), at + match[0].length];
  }
  return null;
}

function takePaired(scan, at) {
  for (const [mark, least, closing, make, next] of pairedRules) {
    if (!scan.text.startsWith(mark, at) || scan.closed.has(mark)) continue;
    const begin = at + mark.length;
    if (next && !next.test(scan.text[begin] ?? " ")) continue;
    closing.lastIndex = at + Math.max(least, mark.length + 1);
    const match = closing.exec(scan.text);
    if (match) return [make(parseInline(scan.text.slice(begin, match.index), scan.depth + 1)), match.index + match[0].length];
    scan.closed.add(mark);
  }
  return null;
}

// backticks finds the runs of backticks: where each ends, and where those of a
// length begin.
function backticks(text) {
  const ends = new Map(), byLength = new Map();
  for (const run of text.matchAll(/`+/g)) {
    const length = run[0].length;
    for (let i = run.index; i < run.index + length; i++) ends.set(i, run.index + length);
    if (!byLength.has(length)) byLength.set(length, { places: [], passed: 0 });
    byLength.get(length).places.push(run.index);
  }
  return { ends, byLength };
}

// takeCode reads code: as many backticks as can be, up to a run of just as many.
function takeCode(scan, at) {
  const end = scan.codes.ends.get(at);
  if (end === undefined) return null;
  for (let length = end - at; length > 0; length--) {
    const runs = scan.codes.byLength.get(length);
    if (!runs) continue;
    while (runs.places[runs.passed] < end) runs.passed++;
    const close = runs.places[runs.passed];
    if (close === undefined) continue;
    return [{ type: "code", text: trimCode(scan.text.slice(at + length, close)) }, close + length];
  }
  return null;
}

function trimCode(text) {
  return text.startsWith(" ") && text.endsWith(" ") && /[^ ]/.test(text) ? text.slice(1, -1) : text;
}

const fence = /```(?:([\w+-]+)\n)?([\s\S]*?)```(?:\n|$)?/y;
const listItem = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

// parse reads a message's content into blocks. In a quote there are no others.
export function parse(text, quoted = false) {
  const blocks = [];
  let lines = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ type: "line", children: parseInline(lines.join("\n")) });
    lines = [];
  };
  text = text.replace(/\r\n?/g, "\n");
  const lastFence = text.lastIndexOf("```");
  for (let at = 0; at < text.length;) {
    const taken = takeFence(text, at, lastFence) ?? (quoted ? null : takeQuote(text, at))
      ?? takeHeading(text, at) ?? takeList(text, at);
    if (taken) {
      flush();
      blocks.push(taken.block);
      at = taken.end;
      continue;
    }
    const [line, end] = takeLine(text, at, lastFence);
    lines.push(line);
    at = end;
  }
  flush();
  return blocks;
}

// lineEnd is where the line at a place ends, without its newline.
function lineEnd(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

// takeLine reads up to the end of the line, or to a code block that begins in it.
function takeLine(text, at, lastFence) {
  const end = lineEnd(text, at);
  const line = text.slice(at, end);
  const code = line.indexOf("```");
  if (code > 0 && at + code + 3 <= lastFence) return [line.slice(0, code), at + code];
  return [line, end + 1];
}

// takeFence reads a block of code. What opens after the last fence closes nowhere.
function takeFence(text, at, lastFence) {
  if (at + 3 > lastFence || !text.startsWith("```", at)) return null;
  fence.lastIndex = at;
  const match = fence.exec(text);
  if (!match || match[2].trim() === "") return null;
  const block = { type: "codeblock", language: match[1] ?? "", text: trimNewlines(match[2]) };
  return { block, end: at + match[0].length };
}

// trimNewlines leaves out the newlines at both ends.
function trimNewlines(text) {
  let begin = 0, end = text.length;
  while (text[begin] === "\n") begin++;
  while (end > begin && text[end - 1] === "\n") end--;
  return text.slice(begin, end);
}

function takeQuote(text, at) {
  if (text.startsWith(">>> ", at)) {
    return { block: { type: "quote", children: parse(text.slice(at + 4), true) }, end: text.length };
  }
  const inner = [];
  let next = at;
  while (next < text.length && text[next] === ">") {
    const end = lineEnd(text, next);
    if (end > next + 1 && text[next + 1] !== " ") break;
    inner.push(text.slice(next + 2, end));
    next = end + 1;
  }
  if (inner.length === 0) return null;
  return { block: { type: "quote", children: parse(inner.join("\n"), true) }, end: Math.min(next, text.length) };
}

const headingRule = /(#{1,3}|-#) +([^\n]+)(?:\n|$)/y;

function takeHeading(text, at) {
  headingRule.lastIndex = at;
  const match = headingRule.exec(text);
  if (!match) return null;
  const children = parseInline(match[2].trim());
  const block = match[1] === "-#" ? { type: "small", children } : { type: "heading", level: match[1].length, children };
  return { block, end: at + match[0].length };
}

// takeList reads lines of items. Deeper items become a list inside the item
// above them.
function takeList(text, at) {
  const items = [];
  let next = at;
  while (next < text.length) {
    const end = lineEnd(text, next);
    const match = listItem.exec(text.slice(next, end));
    if (!match) break;
    const item = { depth: match[1].length, ordered: /\d/.test(match[2]), mark: match[2], text: match[3] };
    if (items.length > 0 && item.depth === 0 && item.ordered !== items[0].ordered) break;
    items.push(item);
    next = end + 1;
  }
  if (items.length === 0) return null;
  return { block: nest(items, 0, items.length, 0), end: Math.min(next, text.length) };
}

// nest makes a list of the items from begin to end. Beyond the greatest depth
// items lie side by side.
function nest(items, begin, end, level) {
  const { depth, mark, ordered } = items[begin];
  const list = { type: "list", ordered, start: ordered ? parseInt(mark, 10) : 1, items: [] };
  for (let i = begin; i < end;) {
    const children = parseInline(items[i].text);
    let deeper = i + 1;
    while (level < maxDepth && deeper < end && items[deeper].depth > depth) deeper++;
    if (deeper > i + 1) children.push(nest(items, i + 1, deeper, level + 1));
    list.items.push({ children });
    i = deeper;
  }
  return list;
}

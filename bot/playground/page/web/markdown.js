// Discord's markdown as a tree. Pure: text in, plain objects out. What becomes
// of the tree on the page is prose.js's business.
//
// A node is {type, …}: text {text}; strong, em, underline, strike, spoiler
// {children}; code {text}; link {url, children}; user, channel, role {id};
// command {name}; emoji {name}; time {unix, style}; and, as blocks, codeblock
// {language, text}; quote {children}; heading {level, children}; small
// {children}; list {ordered, start, items: [{children}]}; line {children}: text
// up to the next block, newlines kept.

const inlineRules = [
  ["escape", /^\\([\\*_~`|>#\-+.()[\]<@!:])/, (m) => ({ type: "text", text: m[1] })],
  ["code", /^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => ({ type: "code", text: trimCode(m[2]) })],
  ["user", /^<@!?(\d{1,20})>/, (m) => ({ type: "user", id: m[1] })],
  ["role", /^<@&(\d{1,20})>/, (m) => ({ type: "role", id: m[1] })],
  ["channel", /^<#(\d{1,20})>/, (m) => ({ type: "channel", id: m[1] })],
  ["command", /^<\/([^:>\n]{1,100}):\d{1,20}>/, (m) => ({ type: "command", name: m[1] })],
  ["emoji", /^<a?:(\w{1,32}):\d{1,20}>/, (m) => ({ type: "emoji", name: m[1] })],
  ["time", /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => ({ type: "time", unix: Number(m[1]), style: m[2] ?? "f" })],
  ["link", /^\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\)/,
    (m) => ({ type: "link", url: m[2], children: parseInline(m[1]) })],
  ["quietLink", /^<(https?:\/\/[^\s<>]+)>/, (m) => bareLink(m[1])],
  ["bareLink", /^https?:\/\/[^\s<>|*]*[^\s<>|*.,:;!?'")\]]/, (m) => bareLink(m[0])],
  ["spoiler", /^\|\|([\s\S]+?)\|\|/, (m) => ({ type: "spoiler", children: parseInline(m[1]) })],
  ["strongEm", /^\*\*\*(?=\S)([\s\S]*?\S)\*\*\*(?!\*)/,
    (m) => ({ type: "strong", children: [{ type: "em", children: parseInline(m[1]) }] })],
  ["strong", /^\*\*([\s\S]+?)\*\*(?!\*)/, (m) => ({ type: "strong", children: parseInline(m[1]) })],
  ["underline", /^__([\s\S]+?)__(?!_)/, (m) => ({ type: "underline", children: parseInline(m[1]) })],
  ["strike", /^~~([\s\S]+?)~~(?!~)/, (m) => ({ type: "strike", children: parseInline(m[1]) })],
  ["star", /^\*(?=[^\s*])((?:\*\*[^*]+\*\*|\\.|[^*\\])*?[^\s*])\*(?!\*)/,
    (m) => ({ type: "em", children: parseInline(m[1]) })],
  ["dash", /^_(?=[^\s_])((?:__[^_]+__|\\.|[^_\\])*?[^\s])_(?!\w)/,
    (m) => ({ type: "em", children: parseInline(m[1]) })],
];

// Where a rule may begin; everything before it is plain text.
const beginnings = /[\\`<[|*_~]|https?:\/\//;

function bareLink(url) {
  return { type: "link", url, children: [{ type: "text", text: url }] };
}

function trimCode(text) {
  return /^ .*[^ ].* $/s.test(text) ? text.slice(1, -1) : text;
}

// parseInline reads text without blocks into nodes.
export function parseInline(text) {
  const nodes = [];
  let previous = "";
  while (text !== "") {
    const [node, length] = nextInline(text, previous);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    previous = text[length - 1];
    text = text.slice(length);
  }
  return nodes;
}

// nextInline reads one node off the front. An underscore inside a word is none
// of ours: snake_case stays as it is.
function nextInline(text, previous) {
  for (const [name, pattern, make] of inlineRules) {
    if ((name === "dash" || name === "bareLink") && /\w/.test(previous)) continue;
    const match = pattern.exec(text);
    if (match) return [make(match), match[0].length];
  }
  const step = text.slice(1).search(beginnings);
  const length = step < 0 ? text.length : step + 1;
  return [{ type: "text", text: text.slice(0, length) }, length];
}

const fence = /^```(?:([\w+-]+)\n)?([\s\S]*?)```(?:\n|$)?/;
const listItem = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

// parse reads a message's content into blocks.
export function parse(text) {
  const blocks = [];
  let lines = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ type: "line", children: parseInline(lines.join("\n")) });
    lines = [];
  };
  text = text.replace(/\r\n?/g, "\n");
  while (text !== "") {
    const taken = takeBlock(text);
    if (taken) {
      flush();
      blocks.push(taken.block);
      text = text.slice(taken.length);
      continue;
    }
    const [line, length] = takeLine(text);
    lines.push(line);
    text = text.slice(length);
  }
  flush();
  return blocks;
}

// takeLine reads up to the end of the line, or to a code block that begins in it.
function takeLine(text) {
  const end = text.indexOf("\n");
  const line = end < 0 ? text : text.slice(0, end);
  const code = line.indexOf("```");
  if (code > 0 && fence.test(text.slice(code))) return [text.slice(0, code), code];
  return [line, end < 0 ? text.length : end + 1];
}

function takeBlock(text) {
  return takeFence(text) ?? takeQuote(text) ?? takeHeading(text) ?? takeList(text);
}

function takeFence(text) {
  const match = fence.exec(text);
  if (!match || match[2].trim() === "") return null;
  const block = { type: "codeblock", language: match[1] ?? "", text: match[2].replace(/^\n+|\n+$/g, "") };
  return { block, length: match[0].length };
}

function takeQuote(text) {
  if (/^>>> /.test(text)) {
    return { block: { type: "quote", children: parse(text.slice(4)) }, length: text.length };
  }
  const match = /^(?:> [^\n]*(?:\n|$)|>(?:\n|$))+/.exec(text);
  if (!match) return null;
  const inner = match[0].replace(/\n$/, "").replace(/^> ?/gm, "");
  return { block: { type: "quote", children: parse(inner) }, length: match[0].length };
}

function takeHeading(text) {
  const match = /^(#{1,3}|-#) +([^\n]+)(?:\n|$)/.exec(text);
  if (!match) return null;
  const children = parseInline(match[2].trim());
  const block = match[1] === "-#" ? { type: "small", children } : { type: "heading", level: match[1].length, children };
  return { block, length: match[0].length };
}

// takeList reads lines of items. Deeper items become a list inside the item
// above them.
function takeList(text) {
  const items = [];
  let length = 0;
  for (const line of text.split("\n")) {
    const match = listItem.exec(line);
    if (!match) break;
    const item = { depth: match[1].length, ordered: /\d/.test(match[2]), mark: match[2], text: match[3] };
    if (items.length > 0 && item.depth === 0 && item.ordered !== items[0].ordered) break;
    items.push(item);
    length += line.length + 1;
  }
  if (items.length === 0) return null;
  return { block: nest(items), length: Math.min(length, text.length) };
}

function nest(items) {
  const { depth, mark, ordered } = items[0];
  const list = { type: "list", ordered, start: ordered ? parseInt(mark, 10) : 1, items: [] };
  while (items.length > 0) {
    const item = items.shift();
    const deeper = [];
    while (items.length > 0 && items[0].depth > depth) deeper.push(items.shift());
    const children = parseInline(item.text);
    if (deeper.length > 0) children.push(nest(deeper));
    list.items.push({ children });
  }
  return list;
}

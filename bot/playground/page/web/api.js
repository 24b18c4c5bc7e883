// The server's JSON interface, as one user sees it.

const unreachable = "No answer from the playground. Is it still running?";

// call returns what the server answers, and throws why it did not do what was asked, in a sentence for
// the person.
async function call(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(unreachable);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The playground answered ${response.status}.`);
  return answer;
}

function post(path, body, signal) {
  const form = body instanceof FormData; // which may come from any page; a header of our own may not
  return call(path, {
    method: "POST",
    headers: form ? { "X-Playground": "1" } : { "Content-Type": "application/json" },
    body: form ? body : JSON.stringify(body),
    signal,
  });
}

// createAPI binds the interface to a user, named by key ("you", "friend").
// What runs, clicks, selects and submits resolves after the bot's first answer,
// with {message, modal, notice}.
export function createAPI(user) {
  const query = (path, values = {}) => `${path}?${new URLSearchParams({ user, ...values })}`;
  return {
    streamURL: query("/api/stream"),
    state: () => call(query("/api/state")),
    commands: async (channel) => (await call(query("/api/commands", channel && { channel }))) ?? [],
    messages: async (channel, limit = 100) => (await call(query("/api/messages", { channel, limit }))) ?? [],
    complete: (channel, text, signal) => post("/api/complete", { user, channel, text }, signal),
    run: (channel, text, upload) => post("/api/run", runBody(user, channel, text, upload)),
    runOn: (channel, name, member) => post("/api/run", { user, channel, text: name, target: member, wait: true }),
    click: (message, customID) =>
      post("/api/click", { user, channel: message.channel, message: message.id, custom_id: customID, wait: true }),
    select: (message, customID, values) =>
      post("/api/select", { user, channel: message.channel, message: message.id, custom_id: customID, values, wait: true }),
    say: (channel, text) => post("/api/say", { user, channel, text }),
    dismiss: (message) => post("/api/dismiss", { user, message: message.id }),
    submit: (modal, fields) => post("/api/submit", { user, modal, fields, wait: true }),
  };
}

// runBody is JSON, or a form where a file goes along under its option's name.
function runBody(user, channel, text, upload) {
  if (!upload) return { user, channel, text, wait: true };
  const form = new FormData();
  form.set("user", user);
  form.set("channel", channel);
  form.set("text", text);
  form.set("wait", "true");
  form.set(upload.option, upload.file, upload.file.name);
  return form;
}

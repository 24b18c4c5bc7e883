// Where the keyboard goes on when what it was at is replaced.

// replaceKeepingFocus swaps the elements of a message; a control in use finds itself again
// in the new one.
export function replaceKeepingFocus(old, element) {
  const spot = old.contains(document.activeElement) ? spotOf(old, document.activeElement) : null;
  old.replaceWith(element);
  if (spot) goTo(element, spot);
}

// place remembers a control of a message. The function returned leads back to it, or to
// what has taken its place meanwhile.
export function place(control) {
  const message = control?.closest("[data-message]");
  const id = message?.dataset.message;
  const spot = message && spotOf(message, control);
  return () => {
    if (!message || control.isConnected) return;
    const now = document.querySelector(`[data-message="${CSS.escape(id)}"]`);
    if (now) goTo(now, spot);
    else toInput();
  };
}

// spotOf tells where in a message a control is: by its id, and by its place among the
// controls of its kind. The message itself waits in the place of a control.
function spotOf(message, control) {
  if (control === message) return message.waiting ?? {};
  return {
    customId: control.dataset.customId,
    kind: control.localName,
    index: [...message.querySelectorAll(control.localName)].indexOf(control),
  };
}

// goTo goes to a spot of a message. While the control there is disabled, as the bot thinks,
// the message has the focus in its place. Where nothing is left to use, the keyboard goes
// on at the input.
function goTo(message, spot) {
  const same = spot.customId && message.querySelector(`[data-custom-id="${CSS.escape(spot.customId)}"]`);
  const next = same || (spot.kind && message.querySelectorAll(spot.kind)[spot.index]);
  if (!next) return toInput();
  if (!next.disabled) return next.focus({ preventScroll: true });
  message.waiting = spot;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
}

// toInput leads to the input, unless that would bring up a keyboard of glass.
function toInput() {
  if (matchMedia("(pointer: fine)").matches) document.getElementById("input")?.focus({ preventScroll: true });
}

// The stream of events, kept open.

const firstDelay = 500; // milliseconds
const longestDelay = 10_000;

// openStream listens to url and calls
//   onEvent(event)  for each event; "hello" comes first after each opening,
//   onDown()        when it broke and is going to be tried again.
// Waiting ends early when the browser says that it is online again, or the page
// is looked at.
export function openStream(url, { onEvent, onDown }) {
  let source;
  let timer;
  let delay = firstDelay;
  let broken = false;

  function connect() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(url);
    source.onopen = () => {
      delay = firstDelay;
      broken = false;
    };
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = retry;
  }

  function retry() {
    source.close();
    broken = true;
    onDown();
    clearTimeout(timer);
    timer = setTimeout(connect, delay);
    delay = Math.min(delay * 2, longestDelay);
  }

  function hurry() {
    if (broken && source.readyState === EventSource.CLOSED && !document.hidden) connect();
  }
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  connect();
}

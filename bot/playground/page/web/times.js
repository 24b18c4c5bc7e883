// Times, as they are said in a channel.

const locale = "en-GB";
const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });
const full = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

// The styles of <t:unix:style>.
const styles = {
  t: clock,
  T: new Intl.DateTimeFormat(locale, { timeStyle: "medium" }),
  d: new Intl.DateTimeFormat(locale, { dateStyle: "short" }),
  D: day,
  f: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }),
  F: full,
};

const units = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

// relativeTime says how far a date is from now: "in 5 minutes", "2 days ago".
export function relativeTime(date, now = new Date()) {
  const seconds = Math.round((date - now) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units.at(-1);
  return relative.format(Math.trunc(seconds / size), unit);
}

// formatTimestamp writes a date in one of Discord's styles; R is relative.
export function formatTimestamp(date, style = "f") {
  return style === "R" ? relativeTime(date) : (styles[style] ?? styles.f).format(date);
}

// clockTime is the hour and minute, fullTime all of a date, dayName its day.
export const clockTime = (date) => clock.format(date);
export const fullTime = (date) => full.format(date);

export function dayName(date, now = new Date()) {
  if (sameDay(date, now)) return "Today";
  if (sameDay(date, new Date(now - 86_400_000))) return "Yesterday";
  return day.format(date);
}

export function sameDay(a, b) {
  return a.toDateString() === b.toDateString();
}

// keepRelativeTimes refreshes each <time data-relative> on the page.
export function keepRelativeTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      element.textContent = relativeTime(new Date(element.dateTime));
    }
  }, 1_000); // clocks are counted down by seconds
}

// Dark and light: the system's, until one is chosen with the button.

const key = "sixfold.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen() {
  const value = localStorage.getItem(key);
  return value === "dark" || value === "light" ? value : null;
}

function shown() {
  return chosen() ?? (system.matches ? "dark" : "light");
}

function apply() {
  document.documentElement.dataset.theme = shown();
}

// bindThemeButton lets a button switch between dark and light. Choosing what
// the system has anyway goes back to following it.
export function bindThemeButton(button) {
  const other = () => (shown() === "dark" ? "light" : "dark");
  const label = () => {
    button.title = `Switch to ${other()} colours`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    const next = other();
    if (next === (system.matches ? "dark" : "light")) localStorage.removeItem(key);
    else localStorage.setItem(key, next);
    apply();
    label();
  });
  system.addEventListener("change", label);
  label();
}

system.addEventListener("change", apply);
addEventListener("storage", (event) => event.key === key && apply());
apply();

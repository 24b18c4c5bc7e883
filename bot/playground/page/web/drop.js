// Files dropped on the page.

// acceptDrops calls take with a file dropped on area, and marks the area while
// one hovers over it.
export function acceptDrops(area, take) {
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  area.addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    area.classList.add("drop-here");
  });
  area.addEventListener("dragleave", (event) => {
    if (!area.contains(event.relatedTarget)) area.classList.remove("drop-here");
  });
  area.addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    area.classList.remove("drop-here");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
}

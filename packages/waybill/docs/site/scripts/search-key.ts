// In the reader's browser: `/` opens Starlight's search too, as it opens the site's own.
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey) return;
  const { target } = event;
  if (target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null) return;
  const button = document.querySelector<HTMLButtonElement>("site-search:not([data-index]) [data-open-modal]");
  if (button === null || document.querySelector("dialog[open]") !== null) return;
  event.preventDefault();
  button.click();
});

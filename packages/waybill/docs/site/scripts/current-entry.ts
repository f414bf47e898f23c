// In the reader's browser: the menu shows where the page is, however long it is and wherever it was scrolled to on the page before.
const menu = document.querySelector<HTMLElement>("#starlight__sidebar");
const entry = menu?.querySelector<HTMLElement>(".sidebar-content [aria-current]");
if (menu && entry) {
  for (let group = entry.closest("details"); group !== null; group = group.parentElement?.closest("details") ?? null)
    group.open = true;
  const [room, box] = [menu.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (box.height > 0 && (box.top < room.top || box.bottom > room.bottom))
    menu.scrollTop += box.top - room.top - room.height / 3;
}

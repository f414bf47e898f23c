// In the reader's browser: above a long table, a field that shows the rows with all words that are typed.
for (const field of document.querySelectorAll<HTMLInputElement>(".table-filter")) {
  const rows = [...(field.nextElementSibling?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
  const texts = rows.map((row) => (row.textContent ?? "").toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const [at, row] of rows.entries()) row.hidden = !words.every((word) => texts[at]?.includes(word));
  });
}

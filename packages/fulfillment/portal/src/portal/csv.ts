// Rows of text -> a CSV file that the browser saves.

export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read it by then: saving begins with the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** RFC 4180, and nothing that a spreadsheet would run: names and problems hold what strangers typed. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// Lines of a terminal -> an SVG that a telephone shows at a readable size: longer lines wrap, except those of a code frame. What it shows is
// also its description, for screen readers.
const size = { font: 13, line: 19, column: 7.83, padding: 18 } as const;

/** Of the 358 px that a telephone leaves, a column has 7. */
const mostColumns = 51;

const colours = {
  screen: "#0d1117",
  text: "#c9d1d9",
  prompt: "#7ee787",
  error: "#ff7b72",
  hint: "#79c0ff",
} as const;

export function drawTerminal(title: string, printed: readonly string[]): string {
  const lines = printed.flatMap(wrapped);
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * size.column) + 2 * size.padding;
  const height = lines.length * size.line + 2 * size.padding;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="terminal-title terminal-text" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size.font}">`,
    `<title id="terminal-title">${escaped(title)}</title>`,
    `<desc id="terminal-text">${escaped(printed.filter((line) => line !== "").join("\n"))}</desc>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colours.screen}"/>`,
    ...lines.map((line, index) =>
      line === ""
        ? ""
        : `<text x="${size.padding}" y="${size.padding + (index + 1) * size.line - 6}" fill="${colourOf(line)}" xml:space="preserve">${escaped(line)}</text>`,
    ),
    "</svg>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** At the last space of a row. */
function wrapped(line: string): string[] {
  const isFrame = line === "" || /^\d+ \| |^ *\^$/.test(line);
  const rows = isFrame ? null : line.match(new RegExp(`.{1,${mostColumns}}(?: |$)`, "g"));
  return rows?.map((row) => row.trimEnd()) ?? [line];
}

function colourOf(line: string): string {
  if (line.startsWith("$ ")) return colours.prompt;
  if (/^hint: /.test(line)) return colours.hint;
  if (/ error [\w-]+:/.test(line)) return colours.error;
  return colours.text;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

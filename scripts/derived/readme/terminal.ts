// Lines of a terminal -> an animated SVG: each command is typed, and its output follows. It stands still for readers who prefer that, and
// ends with everything visible. What it shows is also its description, for screen readers.
const size = { font: 13, line: 19, column: 7.83, padding: 18 } as const;

/** Seconds. */
const pace = { first: 0.8, typing: 0.045, line: 0.12, pause: 1.6 } as const;

const colours = {
  screen: "#0d1117",
  text: "#c9d1d9",
  prompt: "#7ee787",
  error: "#ff7b72",
  hint: "#79c0ff",
  dim: "#8b949e",
} as const;

export function drawTerminal(title: string, lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * size.column) + 2 * size.padding;
  const height = lines.length * size.line + 2 * size.padding;
  const starts = startsOf(lines);
  const delays = starts.map((start, index) => `.l${index}{animation-delay:${start.toFixed(2)}s}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="terminal-title terminal-text" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size.font}">`,
    `<title id="terminal-title">${escaped(title)}</title>`,
    `<desc id="terminal-text">${escaped(lines.filter((line) => line !== "").join("\n"))}</desc>`,
    `<style>@media (prefers-reduced-motion:no-preference){text{opacity:0;animation:on 0s forwards}@keyframes on{to{opacity:1}}${delays.join("")}}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colours.screen}"/>`,
    ...lines.map((line, index) =>
      line === ""
        ? ""
        : `<text class="l${index}" x="${size.padding}" y="${size.padding + (index + 1) * size.line - 6}" fill="${colourOf(line)}" xml:space="preserve">${escaped(line)}</text>`,
    ),
    "</svg>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** The second at which each line appears. */
function startsOf(lines: readonly string[]): number[] {
  let now = 0;
  return lines.map((line, index) => {
    const isCommand = line.startsWith("$ ");
    if (isCommand) now += (index === 0 ? pace.first : pace.pause) + line.length * pace.typing;
    else now += lines[index - 1]?.startsWith("$ ") === true ? 5 * pace.line : pace.line;
    return now;
  });
}

function colourOf(line: string): string {
  if (line.startsWith("$ ")) return colours.prompt;
  if (/^hint: /.test(line)) return colours.hint;
  if (/ error [\w-]+: |^\d+ errors?$/.test(line)) return colours.error;
  if (/^\d+ can| {2}\S+ \(\d+\): |^\d+ \| |^ *\^$/.test(line)) return colours.text;
  return /^(?:next:| {2}\S)/.test(line) ? colours.dim : colours.text;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

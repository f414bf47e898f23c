// A changeset that `waybill changeset` drafted -> what it says beyond the changes of the description, which the page lists itself.
import type { DescriptionChange } from "./described.ts";

/** Empty when nothing is left that somebody wrote. */
export function beyondDescription(text: string, described: readonly DescriptionChange[]): string {
  const known = described.map((change) => plain(change.text));
  const isListed = (line: string): boolean => {
    const item = /^- (.*)$/.exec(line)?.[1];
    return item !== undefined && known.some((sentence) => plain(item).startsWith(sentence));
  };
  const lines = text.split("\n");
  if (!lines.some(isListed)) return text;
  const left = lines.filter((line) => !isListed(line));
  const parts = left.filter((line, index) => !isHeading(line) || hasText(left.slice(index + 1)));
  const whole = parts.filter(
    (line, index) =>
      !/^What changes in the .*API:$/.test(line) || parts.slice(index + 1).some((next) => next.trim() !== ""),
  );
  return whole
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function isHeading(line: string): boolean {
  return /^\*\*[^*]+\*\*$/.test(line);
}

/** Whether something follows before the next heading. */
function hasText(lines: readonly string[]): boolean {
  return lines.find((line) => line.trim() !== "")?.startsWith("**") === false;
}

/** Without what keeps words from being markup. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\\(?=[\\`*[\]~_#])/g, "")
    .replaceAll("&#8203;", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

// A file and the name of a mark -> the text between `<!-- NAME -->` and the next closing mark is another one.
import { readFileSync, writeFileSync } from "node:fs";

export function replaceBetween(file: string, name: string, text: string): void {
  const before = readFileSync(file, "utf8");
  const opening = `<!-- ${name} -->\n`;
  const start = before.indexOf(opening);
  const end = before.indexOf("<!-- /", start);
  if (start === -1 || end === -1) throw new Error(`${file} has no ${opening.trim()} with a closing mark after it`);
  writeFileSync(file, `${before.slice(0, start)}${opening}\n${text}\n${before.slice(end)}`);
}

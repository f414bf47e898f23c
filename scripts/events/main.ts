// The messages of asyncapi.yaml -> what follows from them elsewhere: the list of event names, the signatures of examples, the table
// of the guide. `--check` writes nothing and exits 1 when a file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { derivedTexts } from "./derived-texts.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const texts = derivedTexts(read);
const stale = [...texts].filter(([file, text]) => text !== read(file));

if (process.argv.includes("--check")) {
  for (const [file] of stale) console.error(`${file} differs from what the messages say: run pnpm generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
  console.log(`events    ${texts.size} files, ${stale.length} written`);
}

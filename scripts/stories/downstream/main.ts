// `pnpm stories downstream [part of a title ...]`: what a team that uses the API does, with our packed packages and a registry of its
// own, in folders outside of the checkout. Prints each story; exits 1 when one fails.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { atOnce } from "../../testing/at-once.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { blocksOfMarkdown, isPrinted } from "../harness/page.ts";
import { type Ran, type Story, secondsSince } from "../harness/story.ts";
import { exampleStory } from "./example.ts";
import { javascriptStory, typescriptStory } from "./from-nothing.ts";
import { gateStory } from "./gate.ts";
import { publishedApiStory, publishedApis, sdkStory } from "./sdk.ts";
import { upgradeStory } from "./upgrade.ts";
import { startWorld } from "./world.ts";

const wanted = process.argv.slice(2);
const started = performance.now();
using home = freshFolder("downstream");
using copy = freshFolder("next-version");
await using world = await startWorld(home.path);
console.log(`a registry with ${Object.keys(world.versions).length} packages and a service: ${secondsSince(started)}\n`);

const stories: readonly { readonly name: string; readonly tell: (folder: string) => Promise<Story> }[] = [
  { name: "upgrade", tell: (folder) => upgradeStory(folder, copy.path, world) },
  { name: "example-npm", tell: (folder) => exampleStory("npm", folder, world) },
  { name: "example-pnpm", tell: (folder) => exampleStory("pnpm", folder, world) },
  { name: "from-nothing-npm", tell: (folder) => typescriptStory(folder, world) },
  { name: "from-nothing-pnpm", tell: (folder) => javascriptStory(folder, world) },
  { name: "sdk", tell: (folder) => sdkStory(folder, world) },
  { name: "gate", tell: (folder) => gateStory(folder, world) },
];
/** They take minutes: played where they are asked for by name. */
const large = publishedApis.map((api) => ({
  name: `sdk-${api}`,
  tell: (to: string) => publishedApiStory(api, to, world),
}));
const isWanted = ({ name }: { readonly name: string }): boolean => wanted.some((part) => name.includes(part));
const chosen = wanted.length === 0 ? stories : [...stories, ...large].filter(isWanted);
// Two: each waits for npm as much as it computes.
const outcomes = await atOnce(2, chosen, async ({ name, tell }) => {
  const start = performance.now();
  using folder = freshFolder(name);
  try {
    const story = await tell(join(folder.path));
    console.log(`${story.text()}\npass  ${name}  ${secondsSince(start)}\n`);
    return story.ran;
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : error}\nFAIL  ${name}  ${secondsSince(start)}\n`);
    return null;
  }
});
const failed = outcomes.filter((ran) => ran === null).length;
// Commands missing from a skipped or aborted story are not an error of the guide.
const wrong = failed > 0 || chosen.length < stories.length ? [] : untrue(outcomes.flatMap((ran) => ran ?? []));
for (const one of wrong) console.log(`docs/guides/own-repository.md: ${one}`);
console.log(`downstream: ${chosen.length - failed} of ${chosen.length} passed, in ${secondsSince(started)}`);
process.exitCode = failed + wrong.length === 0 && chosen.length > 0 ? 0 : 1;

/** Of blocks titled with a command: what the guide says it prints, where no run of it printed that, or there was none. */
function untrue(ran: readonly Ran[]): string[] {
  const guide = join(import.meta.dirname, "../../../docs/guides/own-repository.md");
  return blocksOfMarkdown(readFileSync(guide, "utf8")).flatMap(({ title, text }) => {
    const runs = ran.filter(({ line }) => line === title);
    if (title === "" || runs.some(({ output }) => saysAll(text, output))) return [];
    const printed = runs.map(({ output }) => output.trim()).join("\n---\n");
    return [`the guide says that ${title} prints\n\n${text}\nand it printed\n\n${printed}\n`];
  });
}

/**
 * A line that is only an ellipsis matches any number of lines; an ellipsis inside a line matches any text of that line. How far a
 * column is indented depends on how long a run takes, so any number of spaces from two is the same.
 */
function saysAll(expected: string, printed: string): boolean {
  return spaced(expected)
    .split(/^…\n/m)
    .filter((piece) => piece.trim() !== "")
    .every((piece) => isPrinted(piece, spaced(printed)));
}

function spaced(text: string): string {
  return text.replaceAll(/(?<=\S) {2,}/g, "  ");
}

// The small server of examples/consumer, as it came about: scaffolded, edited, scaffolded again after its description changed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";
import { descriptionEdits, firstEdits, lastEdits, type PersonsEdit } from "./wishes-edits.ts";

const example = path.join(import.meta.dirname, "../../../examples/consumer");
const checkedIn = (file: string): string => readFileSync(path.join(example, file), "utf8");

const config = `export default { apis: { wishes: { openapi: "wishes.yaml", out: "src/wishes/generated", importExtension: ".ts", targets: ["server"] } } };\n`;

test("version 1, a person's edits, version 1.1 and their last edits make the files that are checked in", async () => {
  const workspace = new Workspace({
    "waybill.config.mjs": config,
    "wishes.yaml": undone(checkedIn("wishes.yaml"), descriptionEdits),
    "src/wishes/wish-list.ts": checkedIn("src/wishes/wish-list.ts"),
  });
  const apply = (edits: readonly PersonsEdit[]): void => {
    for (const [file, from, to] of edits) workspace.edit(file, from, to);
  };
  const scaffold = async (): Promise<string> => {
    const { code, stdout, stderr } = await workspace.run(["scaffold", "--dir", "src/wishes"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };
  await scaffold();
  apply(firstEdits);
  apply(descriptionEdits);
  const edited = workspace.read("src/wishes/handlers/wishes.ts");
  const printed = await scaffold();
  expect(printed).toContain("changed  src/wishes/handlers.ts\n");
  expect(printed).toContain("changed  src/wishes/handlers/wishes.ts: handlers of withdrawWish\n");
  const after = workspace.read("src/wishes/handlers/wishes.ts").split("\n");
  expect(edited.split("\n").filter((line) => !after.includes(line))).toEqual([]);
  apply(lastEdits);
  const files = ["app.test.ts", "app.ts", "context.ts", "handlers.ts", "handlers/wishes.ts", "main.ts"];
  for (const file of files) expect(workspace.read(`src/wishes/${file}`)).toBe(checkedIn(`src/wishes/${file}`));
  expect(await scaffold()).toContain("kept");
});

/** The first version: `pnpm check` compiles the last one, and its tests run in the example. */
function undone(text: string, edits: readonly PersonsEdit[]): string {
  return edits.toReversed().reduce((own, [, from, to]) => {
    if (!own.includes(to)) throw new Error(`the description has no ${to}`);
    return own.replace(to, () => from);
  }, text);
}

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Arguments } from "../../../../generators/src/run/flags/arguments.ts";
import { docsConfigOf } from "../src/run/docs-config.ts";
import { settingsOf } from "../src/run/settings.ts";

function argumentsOf(flags: Readonly<Record<string, string>>): Arguments {
  return new Arguments(new Map(Object.entries(flags).map(([name, value]) => [name, [value]])), []);
}

function folderWith(text: string, file = "docs.config.ts"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-config-"));
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  return folder;
}

test("a flag comes before the field of its name, and files are found from the folder of the configuration", async () => {
  const folder = folderWith(
    'export default { name: "Acme", guides: "guides", css: ["theme.css"], tryIt: "origin", accent: "#0b6f69" };',
    "docs/docs.config.ts",
  );
  const args = argumentsOf({ "docs-config": "docs/docs.config.ts", name: "Other" });
  const loaded = await docsConfigOf(args, folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const settings = settingsOf(args, folder, loaded.value);
  expect(settings).toMatchObject({
    ok: true,
    value: {
      name: "Other",
      guides: path.join(folder, "docs/guides"),
      styles: [path.join(folder, "docs/theme.css")],
      tryIt: "origin",
    },
  });
});

test("without a configuration, all settings have their defaults", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-config-"));
  const loaded = await docsConfigOf(argumentsOf({}), folder);
  expect(loaded).toEqual({ ok: true, value: { config: {}, folder } });
  expect(settingsOf(argumentsOf({}), folder)).toMatchObject({ ok: true, value: { tryIt: "servers", base: "/" } });
});

test.each([
  ["export default { acent: 1 }", "docs.config.ts: unknown field acent", "did you mean accent?"],
  ["export default { css: 'a.css' }", "docs.config.ts: css must be a list of strings", null],
  ["export default { paths: { events: 'events' } }", "docs.config.ts: paths.events must be a path with a slash", null],
  [
    "export default { additions: { events() {} } }",
    "docs.config.ts: unknown field additions.events",
    "did you mean event?",
  ],
  ["export default { additions: { event: [] } }", "docs.config.ts: additions.event must be a function", null],
  ["export const name = 1", "docs.config.ts has no default export that is an object", null],
  ["throw new Error('no')", "docs.config.ts cannot be loaded: no", null],
])("a wrong configuration is an error that names the field: %s", async (text, message, hint) => {
  const loaded = await docsConfigOf(argumentsOf({}), folderWith(text));
  if (loaded.ok) throw new Error("it was accepted");
  expect(loaded.problems[0]?.message).toContain(message);
  if (hint !== null) expect(loaded.problems[0]?.hint).toBe(hint);
});

test("a configuration that is named and does not exist is an error", async () => {
  const loaded = await docsConfigOf(argumentsOf({ "docs-config": "none.ts" }), tmpdir());
  expect(loaded).toMatchObject({ ok: false, problems: [{ message: "there is no none.ts" }] });
});

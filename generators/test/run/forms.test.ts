// The forms of generated files are the same from this thread and from the second one, which starts where there is enough code.
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { Forms } from "../../src/run/formatting/forms.ts";
import { formHash } from "../../src/run/formatting/unformatted.ts";
import { textHash } from "../../src/source/text-hash.ts";

const member = (name: string): string => `  /** The ${name}. */\n  readonly ${name}: "a" | 'b',\n`;
const file = (at: number, members: number): { path: string; text: string } => ({
  path: `types/${at}.gen.ts`,
  text: `export interface A${at} {\n${Array.from({ length: members }, (_, index) => member(`m${index}`)).join("")}}\n`,
});
const few = [file(0, 3), file(1, 3), { path: "README.gen.md", text: "# Read\n" }];
const many = Array.from({ length: 60 }, (_, at) => file(at, 800));

function formsOf(recorded: ConstructorParameters<typeof Forms>[0] = new Map()): Forms {
  const forms = new Forms(recorded);
  onTestFinished(() => forms.end());
  return forms;
}

/** The threads that are started until the test ends. */
function started(): Worker[] {
  const workers: Worker[] = [];
  const note = (worker: Worker): void => void workers.push(worker);
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  return workers;
}

test("the forms of little code are computed here", () => {
  const workers = started();
  const forms = formsOf();
  forms.queue(few);
  for (const { path, text } of few) expect(forms.formOf(path, text)).toBe(formHash(path, text));
  expect(workers).toEqual([]);
});

test("the forms of much code come from both threads", async () => {
  const workers = started();
  const forms = formsOf();
  forms.queue(many.slice(0, 30));
  forms.queue(many.slice(30));
  await expect.poll(() => workers.length).toBe(1);
  // With or without a head start of the second one.
  const expected = many.map(({ path, text }) => formHash(path, text));
  expect(many.map(({ path, text }) => forms.formOf(path, text))).toEqual(expected);
  expect(many.map(({ path, text }) => forms.formOf(path, text))).toEqual(expected);
});

test("a text that has changed since, or that was not queued, has the form of that text", async () => {
  const workers = started();
  const forms = formsOf();
  forms.queue(many);
  await expect.poll(() => workers.length).toBe(1);
  const changed = file(0, 4);
  expect(forms.formOf(changed.path, changed.text)).toBe(formHash(changed.path, changed.text));
  expect(forms.formOf("other.gen.ts", changed.text)).toBe(formHash("other.gen.ts", changed.text));
});

test("what has not changed since the last run has the form of that run", () => {
  const workers = started();
  const [first] = many;
  const recorded = new Map(many.map(({ path, text }) => [path, { sha256: textHash(text), form: "as recorded" }]));
  const forms = formsOf(recorded);
  forms.queue(many);
  expect(forms.formOf(first?.path ?? "", first?.text ?? "")).toBe("as recorded");
  expect(workers).toEqual([]);
  // An earlier version recorded none.
  const before = formsOf(new Map([[first?.path ?? "", { sha256: textHash(first?.text ?? ""), form: null }]]));
  expect(before.formOf(first?.path ?? "", first?.text ?? "")).toBe(formHash(first?.path ?? "", first?.text ?? ""));
});

test("forms are computed even if the second thread has failed", async () => {
  const workers = started();
  const forms = formsOf();
  forms.queue(many);
  await expect.poll(() => workers.length).toBe(1);
  await workers[0]?.terminate();
  for (const { path, text } of many) expect(forms.formOf(path, text)).toBe(formHash(path, text));
});

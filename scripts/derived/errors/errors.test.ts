// The guide to errors has an entry for every message of the service and of the description's examples, and for nothing else.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exampleMessages, fieldIssues, type Message, serviceMessages } from "./messages.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const guide = readFileSync(path.join(root, "docs/guides/errors.md"), "utf8");
const examples = exampleMessages(root);
const messages = [...serviceMessages(root), ...examples.messages];
const issues = [...fieldIssues(root), ...examples.issues];

/** What the wording has ready for fields that no body of this API has. */
const unreachable = ["Must be one of", "Has characters that are not allowed"];

interface Entry {
  /** The beginning of the message. */
  readonly message: string;
  readonly text: string;
}

function entriesOf(markdown: string): Entry[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((entry) => {
      const [heading = "", ...lines] = entry.split("\n");
      return { message: heading.replace(/ ?…$/, ""), text: lines.join("\n").replace(/^## [\s\S]*/m, "") };
    });
}

const entryOf = (markdown: string, message: string): Entry | undefined =>
  entriesOf(markdown).find((entry) => message === entry.message || isContinued(entry.message, message));

/** Entries that end in an ellipsis have lost it, and end in a colon or a word that more follows. */
function isContinued(beginning: string, message: string): boolean {
  return /(?::| is)$/.test(beginning) && message.startsWith(beginning);
}

function missing(markdown: string, wanted: readonly Message[]): string[] {
  return wanted
    .filter(({ text }) => entryOf(markdown, text) === undefined)
    .map(({ text, file }) => `${text} (${file})`);
}

function surplus(markdown: string, there: readonly Message[]): string[] {
  return entriesOf(markdown)
    .filter((entry) => !there.some(({ text }) => text === entry.message || isContinued(entry.message, text)))
    .map(({ message }) => message);
}

function missingIssues(markdown: string, wanted: readonly Message[]): string[] {
  const rows = [...markdown.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span),
  );
  return wanted
    .map(({ text }) => text)
    .filter((text) => !unreachable.includes(text))
    .filter((text) => !rows.some((row) => row.startsWith(text) || (/^Expected /.test(text) && /^Expected /.test(row))));
}

test("there are messages to look for", () => {
  expect(new Set(messages.map(({ text }) => text)).size).toBeGreaterThan(20);
  expect(new Set(issues.map(({ text }) => text)).size).toBeGreaterThan(10);
});

test("every message has an entry", () => expect(missing(guide, messages)).toEqual([]));

test("every entry is a message", () => expect(surplus(guide, messages)).toEqual([]));

test("every kind of invalid field is documented", () => expect(missingIssues(guide, issues)).toEqual([]));

const statuses: Readonly<Record<string, string>> = {
  unauthorized: "401",
  "rate-limited": "429",
  "internal-error": "500",
};

test.each(examples.messages)("the entry of $text has the status of $file", ({ text, file }) => {
  const name = path.basename(file, ".json");
  const status = statuses[name] ?? /\.(\d{3})/.exec(name)?.[1] ?? "no status";
  expect(entryOf(guide, text)?.text).toContain(`**${status}`);
});

describe("but not", () => {
  test("an entry that is left out", () => {
    expect(missing(guide.replace("### Webhook not found", "### Webhook lost"), messages)).toContain(
      "Webhook not found (packages/fulfillment/service/src/api/webhooks.ts)",
    );
  });
  test("an entry that is made up", () => {
    expect(surplus(guide.replace("### Not found", "### Nothing found"), messages)).toEqual(["Nothing found"]);
  });
  test("a fault of a field that is left out", () => {
    expect(missingIssues(guide.replace("| `Unknown SKU` |", "| `Unknown product` |"), issues)).toContain("Unknown SKU");
  });
});

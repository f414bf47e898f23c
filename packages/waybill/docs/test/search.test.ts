import { expect, test } from "vitest";
import { readIndex, search } from "../site/search/engine.ts";
import { nearestPages } from "../site/search/nearest.ts";
import { passageIn } from "../site/search/sections.ts";
import type { Page } from "../src/blocks/block.ts";
import { entriesIn, entryOfPage, entryOfText, searchIndexOf } from "../src/run/search-index.ts";

const page = (path: string, title: string, kind: Page["kind"], main: Page["main"] = []): Page => ({
  path,
  title,
  description: `About ${title}.`,
  kind,
  intro: [{ kind: "endpoint", method: "get", server: "", path: `/v1${path}` }],
  main,
  aside: [],
});
const field = { name: "trackingNumber", id: null, type: [], marks: [], facts: [], blocks: [] };
const guide = {
  path: "/guides/keys/",
  title: "Authentication",
  description: "Send a key.",
  order: 0,
  body: "## Rotate a key\n\nMake a second one.",
  file: "guides/keys.md",
  text: "",
};

const inIndex = (group: string) => ({ group, headings: [], isBrief: false });

const index = readIndex(
  searchIndexOf(
    [
      entryOfPage(page("/list/", "List orders", "operation"), inIndex("/list/")),
      entryOfPage(page("/head/", "List orders with HEAD", "operation"), inIndex("/list/")),
      entryOfPage(
        page("/order/", "Order", "schema", [{ kind: "box", title: [], blocks: [{ kind: "fields", fields: [field] }] }]),
        inIndex("/order/"),
      ),
      entryOfText(guide),
    ],
    [[/\b(?:login|token)\b/, "authentication"]],
    null,
  ),
);
const found = (text: string, kind: string | null = null): string[] =>
  search(index, text, { kind, most: 5 }).hits.map(({ path }) => path);

test.each([
  ["a synonym", "login", "/guides/keys/"],
  ["a field inside of a box", "tracking number", "/order/"],
  ["a section of a guide", "rotate", "/guides/keys/"],
  ["the path of an operation", "/v1/list/", "/list/"],
  ["a word of the same stem", "authenticate", "/guides/keys/"],
])("a query finds its page: %s", (_what, text, path) => {
  expect(found(text)[0]).toBe(path);
});

test.each([
  ["subcription quantum", { searched: "subcription quantum", missing: ["subcription", "quantum"] }],
  ["authentcation", { searched: "authentication", missing: [] }],
])("what was searched for, and the words that no page has: %s", (text, expected) => {
  expect(search(index, text, { kind: null, most: 5 })).toMatchObject(expected);
});

test.each([
  ["rotate", [], { heading: "Rotate a key", sentence: ["Make a second one, then ", "rotate", "."] }],
  ["roll", ["rotate"], { heading: "Rotate a key", sentence: ["Make a second one, then ", "rotate", "."] }],
  ["authenticate", [], { heading: null, sentence: ["", "Authentication", " needs a key."] }],
  ["quantum", [], null],
])("the sentence that has a word is found with its section: %s", (typed, meanings, expected) => {
  const text =
    "# Keys\n\nAuthentication needs a [key](/x.md).\n\n## Rotate a key\n\n- Make a `second` one, then rotate.\n";
  expect(passageIn(text, typed, meanings)).toEqual(expected);
});

test("pages of a group are found once, and one kind can be searched by itself", () => {
  expect(found("list orders").filter((path) => path === "/list/" || path === "/head/")).toHaveLength(1);
  expect(found("order", "Schemas")).toEqual(["/order/"]);
});

test("kinds of the team's own are those that a path begins with, and other pages are not found", () => {
  const searched = [{ label: "Keys", weight: 2, paths: ["/guides/keys/"] }];
  expect(entriesIn(entryOfText(guide), searched)).toMatchObject([{ path: "/guides/keys/", kind: "Keys" }]);
  expect(entriesIn(entryOfText({ ...guide, path: "/about/" }), searched)).toEqual([]);
});

test("the page that a synonym is the title of comes before pages that have the typed word in their fields", () => {
  const fields = { kind: "fields" as const, fields: [{ ...field, name: "signature" }] };
  const entries = [
    entryOfPage(
      page("/sent/", "Sent", "event", [fields, { kind: "prose", markdown: "A signature." }]),
      inIndex("/sent/"),
    ),
    entryOfText({ ...guide, path: "/guides/verifying/", title: "Verify webhooks", description: "Over its bytes." }),
  ];
  const own = readIndex(searchIndexOf(entries, [[/\bsignatures?\b/, "verify webhooks"]], null));
  expect(search(own, "signature", { kind: null, most: 5 }).hits[0]?.path).toBe("/guides/verifying/");
});

test.each([
  ["a mistyped path", "guides/authentcation/", ["/guides/keys/"]],
  ["the beginning of a word", "auth.html", ["/guides/keys/"]],
  ["a page in a section that moved", "docs/keys/", ["/guides/keys/"]],
  ["a page below one that exists", "guides/keys/nope/", ["/guides/keys/"]],
  ["words that no page is called by", "nope/thing/", []],
  ["words that a page only has in its text", "second/", []],
  ["the start page", "", []],
])("an unknown path suggests the pages that are close, and no others: %s", (_what, path, expected) => {
  expect(nearestPages(index, path, 5).map((hit) => hit.path)).toEqual(expected);
});

// The texts of a description about a thing -> its doc comment.
import { describe, expect, it } from "vitest";
import { docLines } from "../../../src/emit/comment.ts";
import { noAnnotations } from "../../../src/model/schema.ts";
import { Node } from "../../../src/source/index.ts";
import { docOf, docOfWords, headerDocOf, memberDocOf, parameterDocOf } from "../../../src/targets/docs.ts";

const at = Node.root({
  path: "/spec/order.yaml",
  name: "spec/order.yaml",
  format: "yaml",
  text: "",
  value: { properties: { a: 1 } },
});

describe("a schema's doc", () => {
  it("has title, description, meanings of values, tags and the place", () => {
    const annotations = {
      ...noAnnotations,
      title: "State of an order",
      description: "Changes often.\n\nSee the guide.",
      deprecated: true,
      default: { value: "NEW", at },
      enumDescriptions: { NEW: "Nothing has happened.", "*/": "Nothing can happen\nany more." },
    };
    expect(docLines(docOf({ annotations, at }, "OrderStatus"))).toEqual([
      "/**",
      " * State of an order",
      " *",
      " * Changes often.",
      " *",
      " * See the guide.",
      " *",
      " * - `NEW`: Nothing has happened.",
      " * - `*\\/`: Nothing can happen",
      " *   any more.",
      " * @deprecated",
      ' * @default "NEW"',
      " * @see spec/order.yaml#/",
      " */",
    ]);
  });

  it("leaves out a title that only repeats the name", () => {
    const annotations = { ...noAnnotations, title: "Order status", description: "Where it stands." };
    expect(memberDocOf({ annotations }, "OrderStatus").description).toBe("Where it stands.");
    expect(memberDocOf({ annotations }, "OrderStatusBody").description).toBe("Where it stands.");
    expect(memberDocOf({ annotations }, "State").description).toBe("Order status\n\nWhere it stands.");
  });

  it("is empty when the description has no text", () => {
    expect(docLines(memberDocOf({ annotations: noAnnotations }, "a"))).toEqual([]);
  });
});

it("a doc comment wraps paragraphs and list items, and leaves code and tables alone", () => {
  const long = "word ".repeat(30).trim();
  const text = [long, "", `- ${long}`, "", "```", `code ${long}`, "```", "", `| ${long} |`].join("\n");
  const lines = docLines({ description: text, tags: [] });
  expect(lines.slice(1, 3)).toEqual([` * ${"word ".repeat(20).trim()}`, ` * ${"word ".repeat(10).trim()}`]);
  expect(lines[5]).toMatch(/^ \* {3}word/);
  expect(lines).toContain(` * code ${long}`);
  expect(lines).toContain(` * | ${long} |`);
});

it("a broken line continues in its paragraph, and in nothing else", () => {
  const long = "word ".repeat(21).trim();
  const lines = (text: string): string[] =>
    docLines({ description: text, tags: [] })
      .slice(1, -1)
      .map((line) => line.slice(3));
  const full = "word ".repeat(20).trim();
  expect(lines(`${long}\nand more.`)).toEqual([full, "word and more."]);
  expect(lines(`${long}\n${long}\nshort`)).toEqual([full, `word ${"word ".repeat(19).trim()}`, "word word short"]);
  for (const next of [
    "- item",
    "* item",
    "1. item",
    "# heading",
    "> quote",
    "| cell |",
    "    code",
    "",
    "---",
    "```",
  ]) {
    expect(lines(`${long}\n${next}`).slice(0, 3)).toEqual(
      [full, "word", next].filter((line, at) => at < 2 || line !== ""),
    );
  }
  expect(lines(`${long}\\\nafter a hard break`)).toEqual([full, "word\\", "after a hard break"]);
  expect(lines(`- ${long}\nlazy`)).toEqual([`- ${"word ".repeat(19).trim()}`, "  word word lazy"]);
  expect(lines("short\nshort")).toEqual(["short", "short"]);
});

it("a wrapped line never starts with a word that would mean something there", () => {
  const text = `${"x".repeat(97)} - not a list # not a heading 1. not a number @not-a-tag`;
  expect(
    docLines({ description: text, tags: [] })
      .slice(1, -1)
      .every((line) => !/^ \* ([-#@]|1\.)/.test(line)),
  ).toBe(true);
});

it("a doc comment has the words of an operation, and the default of a parameter's schema", () => {
  const words = { summary: "List orders", description: "List orders.", deprecated: true };
  expect(docOfWords(words, at)).toEqual({
    description: "List orders",
    tags: [
      { tagName: "deprecated", text: "" },
      { tagName: "see", text: "spec/order.yaml#/" },
    ],
  });
  const schema = {
    kind: "any",
    at,
    annotations: { ...noAnnotations, default: { value: 20, at }, description: "A count." },
  } as const;
  const silent = { summary: null, description: null, deprecated: false };
  expect(docLines(parameterDocOf({ words: silent, schema }))).toEqual(["/**", " * A count.", " * @default 20", " */"]);
  expect(headerDocOf({ description: "How many are left.", schema }).description).toBe("How many are left.");
});

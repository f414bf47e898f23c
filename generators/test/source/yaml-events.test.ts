// Lines inside of brackets or quotes that are indented less than YAML requires: the values are those that js-yaml 4 and PyYAML
// read, and the positions those of the text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Node, type SourceDocument, Sources, spanOf } from "../../src/source/index.ts";
import { parseText } from "../../src/source/parse.ts";
import { cwd, readerOf } from "./memory-files.ts";

function open(text: string): Node {
  const opened = new Sources({ cwd, readText: readerOf({ "a.yaml": text }) }).open("a.yaml");
  if (!opened.ok) throw new Error("it does not parse");
  return opened.value;
}

function textOf(document: SourceDocument, node: Node, part: "key" | "value"): string {
  const { start, end } = spanOf(node, part);
  return document.text.slice(start, end);
}

describe("a line that is indented too little", () => {
  it.each<[string, string, unknown]>([
    ["a closing bracket below its key", "a: [\n  x\n]\nb: 1\n", { a: ["x"], b: 1 }],
    ["a closing brace below its key", "a:\n  b: {\n    x: 1\n  }\n", { a: { b: { x: 1 } } }],
    ["a closing bracket below its dash", "- [\n  a\n]\n- b\n", [["a"], "b"]],
    ["brackets inside of brackets", "a: [\n  [\n    1\n], {\n  b: 2\n}\n]\n", { a: [[1], { b: 2 }] }],
    ["a bracket after a comment", "a: [\n  x # ]\n] # y\n", { a: ["x"] }],
    ["a bracket after empty lines", "a: [\n  x\n\n\n]\n", { a: ["x"] }],
    ["a bracket with Windows line ends", "a: [\r\n  x\r\n]\r\nb: 1\r\n", { a: ["x"], b: 1 }],
    ["elements below their key", "a: [\nx,\ny]\n", { a: ["x", "y"] }],
    ["members below their key", "a: {x: 1,\nb: 2}\n", { a: { x: 1, b: 2 } }],
    ["an element after a tab", "a: [x,\n\ty]\n", { a: ["x", "y"] }],
    ["a quoted text below its key", 'a: "x\ny"\nb: 1\n', { a: "x y", b: 1 }],
    ["a quoted text with an empty line", "a:\n  b: 'x\n\n c'\n", { a: { b: "x\nc" } }],
    ["brackets in a block scalar", "a: [\n]\nb: |\n  }\n  ]\n    x\n", { a: [], b: "}\n]\n  x\n" }],
    ["brackets in an indented block scalar", "a: [\n]\nb:\n  - >-\n   }\n   x\n", { a: [], b: ["} x"] }],
    ["an alias and an anchor", "a: &x [\n  1\n]\nb: [\n *x,\n !!str 2\n]\n", { a: [1], b: [[1], "2"] }],
  ])("is read: %s", (_, text, value) => {
    expect(parseText(text, "yaml")).toEqual({ ok: true, value });
  });

  it.each([
    ["a bracket that is not closed", "a: [x,\nb:\n  c: 1\n", 7],
    ["a bracket that is not closed, after others", "a: [\n]\nb: [x,\nc: 1\n", 14],
    ["another error", "a: [\n  x\n]\nb: @\n", 14],
  ])("does not hide %s", (_, text, offset) => {
    expect(parseText(text, "yaml")).toMatchObject({ ok: false, offset });
  });

  it("changes no position", () => {
    const text = "a: [\n  x, # c\n  { k: 'v' }\n]\nb: {\n  c: &y 1\n}\nd: *y\n";
    const root = open(text);
    const shown = (...path: string[]): string[] => {
      const node = path.reduce((at: Node, key) => at.get(key) ?? at, root);
      return [textOf(root.document, node, "key"), textOf(root.document, node, "value")];
    };
    expect(shown("a", "0")[1]).toBe("x");
    expect(shown("a", "1", "k")).toEqual(["k", "'v'"]);
    expect(shown("b", "c")).toEqual(["c", "1"]);
    expect(shown("d")).toEqual(["d", "*y"]);
  });
});

it("closing brackets at any indentation change neither values nor positions", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
      fc.array(tie("any"), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        tie("any"),
        { maxKeys: 4 },
      ),
    ),
  })).any;
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }), (values, indent) => {
      const text = values
        .map((each) => JSON.stringify(each, null, 2))
        .map((json) => json.replaceAll("\n", "\n    ").replaceAll(/^ *(?=[\]}])/gm, " ".repeat(indent)))
        .map((json, index) => `${index === 0 ? "k:\n" : ""}  k${index}: ${json}\n`)
        .join("");
      const holder = open(text).get("k");
      expect(holder?.value).toEqual(Object.fromEntries(values.map((each, index) => [`k${index}`, each])));
      for (const member of holder?.members() ?? []) {
        expect(textOf(member.document, member, "key")).toBe(member.key);
        for (const item of member.items()) {
          if (typeof item.value === "object") continue;
          expect(textOf(item.document, item, "value")).toBe(JSON.stringify(item.value));
        }
      }
    }),
    { numRuns: 300 },
  );
});

// The positions of values and keys, for every syntax of YAML and JSON.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../scripts/testing/any-character.ts";
import { type Node, type SourceDocument, Sources, spanOf } from "../../src/source/index.ts";
import { lineColumnOf } from "../../src/source/lines.ts";
import { cwd, readerOf } from "./memory-files.ts";

function open(name: string, text: string): Node {
  const opened = new Sources({ cwd, readText: readerOf({ [name]: text }) }).open(name);
  if (!opened.ok) throw new Error(`${name} does not parse`);
  return opened.value;
}

function at(root: Node, path: string): Node {
  return path
    .split("/")
    .slice(1)
    .reduce((node, token) => {
      const next = node.get(token);
      if (next === undefined) throw new Error(`nothing at ${path}`);
      return next;
    }, root);
}

/** `line:column text` of a value or a key. */
function shown(document: SourceDocument, node: Node, part: "key" | "value"): string {
  const { start, end } = spanOf(node, part);
  const { line, column } = lineColumnOf(document, start);
  return `${line}:${column} ${document.text.slice(start, end)}`;
}

const yaml = (text: string, path: string, part: "key" | "value" = "value"): string => {
  const root = open("a.yaml", text);
  return shown(root.document, at(root, path), part);
};

const json = (text: string, path: string, part: "key" | "value" = "value"): string => {
  const root = open("a.json", text);
  return shown(root.document, at(root, path), part);
};

describe("YAML", () => {
  it.each([
    ["a block scalar's key", "a:\n  b: c\n", "/a/b", "key", "2:3 b"],
    ["a plain value", "a:\n  b: c\n", "/a/b", "value", "2:6 c"],
    ["a plain value with spaces", "a: long text # comment\n", "/a", "value", "1:4 long text"],
    ["a plain value of several lines", "a: long\n  text\n", "/a", "value", "1:4 long\n  text"],
    ["a single-quoted value", "a: 'it''s'\n", "/a", "value", "1:4 'it''s'"],
    ["a double-quoted key and value", '"a\\n": "b\\"c"\n', "/a\n", "value", '1:8 "b\\"c"'],
    ["a double-quoted key", '"a\\n": b\n', "/a\n", "key", '1:1 "a\\n"'],
    ["a literal block", "a: |\n  x\n  y\nb: 1\n", "/a", "value", "1:4 |\n  x\n  y\n"],
    ["a folded block with a header", "a: &x >2- # note\n\n  x\nb: 1\n", "/a", "value", "1:7 >2- # note\n\n  x\n"],
    ["what follows a block", "a: |\n  x\nb: 1\n", "/b", "value", "3:4 1"],
    ["a flow mapping", "a: { b: [1, { c: d }] }\n", "/a/b/1/c", "value", "1:18 d"],
    ["a flow mapping of several lines", "a: {\n  b: c,\n  d: e }\n", "/a/d", "key", "3:3 d"],
    ["a pair in a flow sequence", "a: [b: c]\n", "/a/0/b", "value", "1:8 c"],
    ["a block sequence", "a:\n  - b\n  - c: d\n", "/a/1/c", "value", "3:8 d"],
    ["a sequence not indented", "a:\n- b\n- c\n", "/a/1", "value", "3:3 c"],
    ["a sequence in a sequence", "- - 1\n  - 2\n", "/0/1", "value", "2:5 2"],
    ["an element without text", "a:\n  - x\n  -\n  - y\n", "/a/1", "value", "3:3 -"],
    ["a member without value", "a:\nb: 1\n", "/a", "value", "1:1 a"],
    ["a flow member without value", "{ a, b: 1 }\n", "/a", "value", "1:3 a"],
    ["an explicit key", "? a\n: b\n", "/a", "value", "2:3 b"],
    ["a tagged value", "a: !!str 1\n", "/a", "value", "1:10 1"],
    ["an anchored value", "a: &x 1\n", "/a", "value", "1:7 1"],
    ["an alias", "a: &x 1\nb: *x\n", "/b", "value", "2:4 *x"],
    ["a member behind an alias", "a: &x { c: 1 }\nb: *x\n", "/b/c", "value", "1:12 1"],
    ["a key that is an alias", "a: &x k\n*x : 2\n", "/k", "value", "2:6 2"],
    ["a merged member", "a: &x { c: 1 }\nb:\n  <<: *x\n  d: 2\n", "/b/c", "value", "1:12 1"],
    ["a member of a merged list", "x: [&a { c: 1 }, &b { d: 2 }]\nb: { <<: [*a, *b] }\n", "/b/d", "value", "1:26 2"],
    ["a member beside a merge", "a: &x { c: 1 }\nb:\n  <<: *x\n  c: 2\n", "/b/c", "value", "4:6 2"],
    ["a member merged from a mapping in place", "b: { <<: { c: 1 } }\n", "/b/c", "value", "1:15 1"],
    ["a number as key", "200: a\n", "/200", "value", "1:6 a"],
    ["a number of another base as key", "0x10: a\n", "/16", "value", "1:7 a"],
    ["null as key", "~: a\nnull2: b\n", "/null", "value", "1:4 a"],
    ["true as key", "true: a\n", "/true", "value", "1:7 a"],
    ["__proto__ as key", "__proto__: { a: 1 }\n", "/__proto__/a", "value", "1:17 1"],
    ["carriage returns", "a: 1\r\nb:\r\n  c: 2\r\n", "/b/c", "value", "3:6 2"],
    ["carriage returns alone", "a: 1\rb: 2\r", "/b", "value", "2:4 2"],
    ["tabs between tokens", "a:\t1\n", "/a", "value", "1:4 1"],
    ["a byte order mark", "\uFEFFa: 1\n", "/a", "value", "1:4 1"],
    ["a byte order mark and a second line", "\uFEFFa: 1\nb: 2\n", "/b", "value", "2:4 2"],
    ["letters outside the BMP", 'a: { "𝒜": 1, b: 2 }\n', "/a/b", "value", "1:18 2"],
    ["comments above", "# one\n# two\na: 1\n", "/a", "value", "3:4 1"],
    ["a document marker", "---\na: 1\n...\n", "/a", "value", "2:4 1"],
  ] as const)("has the position of a value or key: %s", (_, text, path, part, expected) => {
    expect(yaml(text, path, part)).toBe(expected);
  });

  it("falls back to the nearest enclosing text", () => {
    const root = open("a.yaml", "a: { b: 1 }\n");
    const missing = { document: root.document, parent: at(root, "/a"), key: "none" };
    expect(spanOf(missing)).toEqual(spanOf(at(root, "/a")));
    expect(spanOf(missing, "key")).toEqual(spanOf(at(root, "/a"), "key"));
  });
});

describe("JSON", () => {
  const text = '{\n  "a": [1, { "b": "c" }],\n  "d\\n": null\n}\n';
  it.each([
    ["a value", text, "/a/1/b", "value", '2:19 "c"'],
    ["a key", text, "/a/1/b", "key", '2:14 "b"'],
    ["an escaped key", text, "/d\n", "key", '3:3 "d\\n"'],
    ["an array", text, "/a", "value", '2:8 [1, { "b": "c" }]'],
    ["a byte order mark", `\uFEFF{"a": 1}`, "/a", "value", "1:7 1"],
    ["carriage returns", '{\r\n"a": 1}', "/a", "value", "2:6 1"],
    ["__proto__ as key", '{"__proto__": {"a": 1}}', "/__proto__/a", "value", "1:21 1"],
  ] as const)("has the position of a value or key: %s", (_, source, path, part, expected) => {
    expect(json(source, path, part)).toBe(expected);
  });

  it("finds the text of every value and of every key, in every notation", () => {
    const check = (node: Node): void => {
      const { start, end } = spanOf(node);
      expect(JSON.parse(node.document.text.slice(start, end))).toEqual(node.value);
      for (const member of node.members()) {
        const key = spanOf(member, "key");
        expect(JSON.parse(node.document.text.slice(key.start, key.end))).toBe(member.key);
      }
      for (const inner of [...node.members(), ...node.items()]) check(inner);
    };
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom("", " ", "\r\n\t"), (value, indent) => {
        check(open("a.json", JSON.stringify(value, null, indent)));
      }),
    );
  });
});

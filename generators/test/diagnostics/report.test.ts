// How diagnostics are collected, ordered and printed; what spec text may not do to a terminal; and what a clean run costs.
import { describe, expect, it } from "vitest";
import { githubOf, jsonOf, nearest, Report, textOf } from "../../src/diagnostics/index.ts";
import { hasPositions, type Node, type SourceDocument, Sources } from "../../src/source/index.ts";
import { cwd, readerOf, readFiles } from "../source/memory-files.ts";

function documentOf(text: string, name = "a.yaml"): Node {
  const opened = new Sources({ cwd, readText: readerOf({ [name]: text }) }).open(name);
  if (!opened.ok) throw new Error("no document");
  return opened.value;
}

function child(node: Node, key: string): Node {
  const found = node.get(key);
  if (found === undefined) throw new Error(`no ${key}`);
  return found;
}

function framed(text: string, key: string): string[] {
  const report = new Report();
  report.add("ref-remote", child(documentOf(text), key), { ref: "r" });
  return report.list().flatMap((diagnostic) => textOf(diagnostic).split("\n").slice(1, 3));
}

describe("a report", () => {
  it("counts the same problem at the same place once", () => {
    const report = new Report();
    const root = documentOf("a: 1\n");
    for (let time = 0; time < 3; time += 1) report.add("ref-remote", child(root, "a"), { ref: "x" });
    report.add("ref-remote", child(root, "a"), { ref: "y" });
    expect(report.list()).toHaveLength(2);
  });

  it("is sorted by file, for any order of discovery", () => {
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    const root = documentOf(`${keys.map((key) => `${key}: 1`).join("\n")}\n`);
    const other = documentOf("a: 1\n", "0.yaml");
    const listed = (order: readonly string[]): string[] => {
      const report = new Report();
      for (const key of order) report.add("ref-remote", child(root, key), { ref: key });
      report.add("ref-remote", child(other, "a"), { ref: "a" });
      return report.list().map(({ message }) => message);
    };
    expect(listed(keys.toReversed())).toEqual(listed(keys));
    expect(listed(keys)).toEqual(
      ["a", ...keys].map((ref) => `the reference "${ref}" is a URL, and references are not fetched`),
    );
  });

  it("knows errors from warnings", () => {
    const report = new Report();
    const root = documentOf("a: 1\n");
    expect([report.isEmpty, report.hasErrors]).toEqual([true, false]);
    report.add("ref-remote", root, { ref: "x" }, { severity: "warning" });
    expect([report.isEmpty, report.hasErrors]).toEqual([false, false]);
    report.add("ref-remote", root, { ref: "y" });
    expect(report.hasErrors).toBe(true);
  });
});

describe("a frame", () => {
  it.each([
    ["after a tab", "a:\tb\n", ["1 | a: b", "       ^"]],
    ["after a byte order mark", "\uFEFFa: b\n", ["1 | a: b", "       ^"]],
    ["after wide letters", 'a: { "注文": 1 }\n', ['1 | a: { "注文": 1 }', "       ^"]],
    ["in a line of carriage returns", "x: 1\r\na: b\r\n", ["2 | a: b", "       ^"]],
    ["in a line that would clear the screen", 'a: "\u009b2J"\n', ['1 | a: " 2J"', "       ^"]],
    ["in a line that would be read backwards", 'a: "\u202eb"\n', ['1 | a: " b"', "       ^"]],
  ])("points to the value %s", (_, text, expected) => {
    expect(framed(text, "a")).toEqual(expected);
  });

  it("puts the caret below the letter, not below the code unit", () => {
    const text = '{ "注文": 1, "e\u0301": 2, "💩": 3, a: b }\n';
    const [line = "", caret = ""] = framed(text, "a");
    // 4 for the gutter, then the cells before `b`: two for each wide letter, none for the accent.
    expect(caret.length - 1).toBe(4 + '{ "注文": 1, "e": 2, "💩": 3, a: '.length + 2);
    expect(line).toContain("b }");
  });

  it("shows the part of a long line that matters", () => {
    const text = `{ ${Array.from({ length: 500 }, (_, index) => `k${index}: ${index}`).join(", ")}, a: b }\n`;
    const [line = "", caret = ""] = framed(text, "a");
    expect(line.length).toBeLessThan(180);
    expect(line[caret.length - 1]).toBe("b");
  });
});

describe("spec text in messages", () => {
  const hostile = 'x\u001b[2J\n::error::\u202e\u2028"';

  it("cannot leave its line or move the cursor", () => {
    const files = {
      "openapi.json": JSON.stringify({
        openapi: "3.1.1",
        info: { title: "T", version: "1" },
        paths: { [`/${hostile}/{${hostile}}`]: { get: {} } },
        [hostile]: 1,
      }),
    };
    const { report } = readFiles(files);
    expect(report.list().length).toBeGreaterThan(1);
    for (const diagnostic of report.list()) {
      for (const text of [diagnostic.message, diagnostic.hint])
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      expect(textOf(diagnostic).split("\n").join("")).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      expect(githubOf(diagnostic)).not.toContain("\n");
    }
  });
});

describe("formats", () => {
  const { report } = readFiles({
    "openapi.yaml": 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n  /a: { $ref: "#/x,y:z%25" }\n',
  });
  const [first] = report.list();

  it("are text, JSON and workflow commands", () => {
    if (first === undefined) throw new Error("nothing reported");
    expect(jsonOf(first)).toEqual({
      code: "ref-not-found",
      severity: "error",
      message: 'the reference "#/x,y:z%25" points to nothing: there is no "x,y:z%"',
      hint: 'available: "openapi", "info", "paths"',
      file: "openapi.yaml",
      line: 4,
      column: 15,
      pointer: "/paths/~1a/$ref",
      related: [{ message: 'no "x,y:z%" in here', file: "openapi.yaml", line: 1, column: 1 }],
    });
    expect(githubOf(first)).toBe(
      '::error file=openapi.yaml,line=4,col=15,title=ref-not-found::the reference "#/x,y:z%2525" points to nothing: there is no "x,y:z%25"%0Ahint: available: "openapi", "info", "paths"',
    );
  });

  it("name what a tolerated reference may have meant", () => {
    const report = new Report(new Set(["ref-not-found"] as const));
    const place = child(documentOf("a: 1\n"), "a");
    const extra = { tolerated: "any value is accepted in its place" };
    report.add("ref-not-found", place, { ref: "#/Oder", missing: "Oder", near: "Order", known: ["Order"] }, extra);
    const [tolerated] = report.list();
    if (tolerated === undefined) throw new Error("nothing was reported");
    const message = 'the reference "#/Oder" points to nothing: there is no "Oder"';
    const assumed = "any value is accepted in its place";
    expect(textOf(tolerated)).toBe(
      `a.yaml:1:4 tolerated ref-not-found: ${assumed} (${message}; did you mean "Order"?)`,
    );
    expect(githubOf(tolerated)).toContain(`tolerated: ${assumed}%0Adid you mean "Order"?`);
  });
});

describe("nearest", () => {
  const known = ["string", "number", "integer", "boolean", "object", "array", "null", "if", "in"];
  it.each([
    ["strng", "string"],
    ["String", "string"],
    ["sting", "string"],
    ["stirng", "string"],
    ["interger", "integer"],
    ["boolen", "boolean"],
    ["objetc", "object"],
    ["arary", "array"],
    ["nul", "null"],
    ["IF", "if"],
    ["id", undefined],
    ["date", undefined],
    ["", undefined],
    ["collection", undefined],
  ])("the nearest word to %s is %s", (written, expected) => {
    expect(nearest(written, known)).toBe(expected);
  });

  it("prefers the fewest edits, then the order given", () => {
    expect(nearest("orders", ["order", "orders2", "orders"])).toBe("orders");
    expect(nearest("bat", ["cat", "hat"])).toBe("cat");
  });
});

describe("positions", () => {
  const clean = {
    "openapi.yaml":
      'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: a.json } } }\n',
    "a.json": '{"type":"string"}',
  };
  const documents = (files: Record<string, string>): readonly SourceDocument[] => readFiles(files).inputs;

  it("are never worked out in a run without problems", () => {
    expect(documents(clean).map((document) => [document.name, hasPositions(document)])).toEqual([
      ["openapi.yaml", false],
      ["a.json", false],
    ]);
  });

  it("are worked out for the file of a problem, and for no other", () => {
    expect(
      documents({ ...clean, "a.json": '{"type":"strng"}' }).map((document) => [document.name, hasPositions(document)]),
    ).toEqual([
      ["openapi.yaml", false],
      ["a.json", true],
    ]);
  });
});

// Text -> value, and rejected texts with the reason and the position.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { dump } from "js-yaml";
import { afterAll, describe, expect, it } from "vitest";
import { Sources } from "../../src/source/index.ts";
import { parseText } from "../../src/source/parse.ts";

describe("valid text", () => {
  it("has the value JSON.parse returns", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect({ ...parseText(text, "json"), ends: null }).toEqual({ ok: true, value: JSON.parse(text), ends: null });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("has the same value in YAML", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true } as fc.JsonSharedConstraints), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(parseText(dump(plain), "yaml")).toEqual({ ok: true, value: plain });
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it.each([
    ["merge keys", "a: &x { b: 1 }\nc: { <<: *x, d: 2 }", { a: { b: 1 }, c: { b: 1, d: 2 } }],
    ["words that YAML 1.1 took for booleans", "[yes, no, on, off]", ["yes", "no", "on", "off"]],
    ["a date as text", "2024-01-01", "2024-01-01"],
    ["an anchor used often", "a: &x 1\nb: [*x, *x]", { a: 1, b: [1, 1] }],
  ])("reads %s", (_, text, value) => {
    expect(parseText(text, "yaml")).toEqual({ ok: true, value });
  });
});

describe("duplicate keys in JSON", () => {
  it("are found next to strings with any content", () => {
    const key = fc.string({ unit: fc.constantFrom("a", '"', "\\", ":", "{", "}", "[", ","), maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 5 }), fc.boolean(), (keys, again) => {
        const written = again ? [...keys, keys[0] ?? ""] : keys;
        const text = `{"x":[{${written.map((name) => `${JSON.stringify(name)}:${JSON.stringify(name)}`).join()}}]}`;
        const parsed = parseText(text, "json");
        expect(parsed.ok).toBe(!again);
        if (again) expect(parsed).toMatchObject({ duplicates: [{ key: keys[0] }] });
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("are all reported, with both positions", () => {
    const text = '{"a":1,"b":{"a":1,"a":2},"a":3}';
    const duplicates = [
      { key: "a", first: 12, again: 18 },
      { key: "a", first: 1, again: 25 },
    ];
    expect(parseText(text, "json")).toEqual({ ok: false, duplicates });
  });
});

describe("invalid text", () => {
  const deep = (count: number): string => `${"[".repeat(count)}${"]".repeat(count)}`;
  const chained = (count: number): string =>
    ["a0: &a0 [1]", ...Array.from({ length: count }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}]`)].join(
      "\n",
    );
  const doubled = [
    "a0: &a0 [1]",
    ...Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`),
  ].join("\n");

  it.each([
    ["an empty file", "", "yaml", 0, "the file is empty"],
    ["an empty JSON file", " \n", "json", 0, "the file is empty"],
    ["a file of comments", "# nothing\n", "yaml", 0, "the file is empty"],
    ["a second document", "a: 1\n---\nb: 2\n", "yaml", 5, "a second document begins here"],
    ["a second document after a marked first one", "---\na: 1\n---\n", "yaml", 9, "a second document begins here"],
    ["infinity", "a: [.inf]", "yaml", 4, "JSON has no .inf"],
    ["minus infinity", "a: -.INF", "yaml", 3, "JSON has no -.INF"],
    ["not a number", "a: .nan", "yaml", 3, "JSON has no .nan"],
    ["an alias inside itself", "a: &a [*a]", "yaml", 7, "the alias *a contains itself"],
    ["an alias of nothing", "a: *b", "yaml", 4, 'unidentified alias "b"'],
    ["a null byte", "a: \0", "yaml", 3, "a null byte; is this a binary or a UTF-16 file?"],
    ["an unknown tag", "a: !x 1", "yaml", 3, "unknown scalar tag !<!x>"],
    ["a mapping as key", "{ a: 1 }: b", "yaml", 0, "object-based map does not support complex keys"],
    ["deep YAML", deep(501), "yaml", 500, "more than 500 levels of nesting"],
    ["deep JSON", deep(501), "json", 500, "more than 500 levels of nesting"],
    ["very deep JSON", deep(1_000_000), "json", 500, "more than 500 levels of nesting"],
    ["very deep broken JSON", "[".repeat(1_000_000), "json", 500, "more than 500 levels of nesting"],
    ["depth through aliases", chained(600), "yaml", expect.any(Number), "more than 500 levels of nesting"],
    [
      "aliases of aliases",
      doubled,
      "yaml",
      expect.any(Number),
      "more than 1000000 values behind the aliases of one file",
    ],
    ["a number too large", '{"a": 1e400}', "json", 6, "1e400 is too large for a number"],
  ] as const)("is an error with its offset: %s", (_, text, format, offset, detail) => {
    expect(parseText(text, format)).toMatchObject({ ok: false, offset, detail });
  });

  it("accepts nesting up to the limit", () => {
    expect(parseText(deep(500), "json").ok).toBe(true);
    expect(parseText(deep(500), "yaml").ok).toBe(true);
  });

  it("never throws for any text", () => {
    const piece = fc.constantFrom(
      ..."{}[]\"':,&*-?|>!%#@`~ \n\tabc019.\\\u0000\uFEFFé".split(""),
      "<<: *a",
      "&a ",
      "---\n",
      "...",
      "\ud800",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 25 }),
        fc.constantFrom("yaml" as const, "json" as const),
        (pieces, format) => {
          const text = pieces.join("");
          const parsed = parseText(text, format);
          if (!parsed.ok && "offset" in parsed) {
            expect(parsed.offset).toBeGreaterThanOrEqual(0);
            expect(parsed.offset).toBeLessThanOrEqual(text.length);
          }
          if (!parsed.ok && "duplicates" in parsed) expect(parsed.duplicates.length).toBeGreaterThan(0);
        },
      ),
      { seed: 4, numRuns: 3000 },
    );
  });
});

describe("bytes that are not UTF-8", () => {
  const directory = mkdtempSync(join(tmpdir(), "waybill-source-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each([
    ["Latin-1", Buffer.from("a: caf\xe9", "latin1")],
    ["UTF-16", Buffer.from("\uFEFFa: 1", "utf16le")],
    ["an image", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])],
  ])("are rejected: %s", (_, bytes) => {
    writeFileSync(join(directory, "a.yaml"), bytes);
    const loaded = new Sources({ cwd: directory }).load("a.yaml");
    expect(loaded).toMatchObject({ ok: false, problem: { kind: "unreadable", path: "a.yaml", reason: "not-utf8" } });
  });

  it("reads UTF-8 with and without a byte order mark", () => {
    writeFileSync(join(directory, "b.yaml"), "\uFEFFa: é");
    const loaded = new Sources({ cwd: directory }).load("b.yaml");
    expect(loaded).toMatchObject({ ok: true, value: { value: { a: "é" } } });
  });
});

// A large text by its parts, after many edits: parsing it must find what parsing the whole text finds, with the same positions in YAML, errors
// included. And offsets of a text before and after any edits: what the edits left the same is found again.
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultLimits, type Position, parseFile, yamlPositions } from "waybill/language";
import { type Change, offsetBefore, spanNow, trimmed, withEdit } from "../src/text/changes.ts";
import { applied, type Edit } from "../src/text/edit.ts";
import { parseParts } from "../src/text/parse-parts.ts";
import type { Format, PartMap } from "../src/text/part.ts";
import { editedMaps, partMapsOf } from "../src/text/parts.ts";

const long = "x".repeat(1500);
const json = `{
  "openapi": "3.1.0",
  "info": { "title": "A \\"quoted\\" title", "version": "1" },
  "paths": {
    "/a~1b": { "get": { "description": "${long}", "responses": {} } },
    "/c\\u0064": { "get": { "parameters": [ { "name": "}" }, [1, 2, { "a": null }] ] } }
  },
  "components": {
    "schemas": {
      "One": { "type": "object", "description": "${long}" },
      "Two": { "$ref": "#/components/schemas/One" },
      "__proto__": { "type": "string" },
      "1": true
    },
    "securitySchemes": { "key": { "type": "http" } },
    "parameters": {}
  }
}
`;
const yaml = `---
openapi: 3.1.0
info: { title: 'A "quoted" title', version: "1" }
# Before
paths: # the paths
  /a~1b:
    get:
      description: |+
        ## A heading

        /c: no key

  # Less
  '/c/{d}:e':
    get:
      parameters:
      - name: "two
          lines"
      - [1, { a: null },
         b]
    put: &put
      description: >-
        folded
        text
    post: *put
components:
  schemas:
    One:
      type: object
      properties: {}
    200: { a: ~, b: "c: d" }
    __proto__:
    - plain
      text # a comment
    Two: true

  securitySchemes:
    key: { type: http }
  parameters: {}
x-after:
  One: 1
`;
const texts: Readonly<Record<Format, string>> = { json, yaml };

const places = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Replaces the first occurrence. */
function editIn(text: string, written: string, replacement: string): Edit {
  const start = text.indexOf(written);
  if (start === -1) throw new Error(`no ${written}`);
  return { start, end: start + written.length, text: replacement, range: places };
}

function expectSame(text: string, maps: readonly PartMap[] | null, format: Format): "by parts" | "whole" {
  const file = { path: `/a.${format}`, text, limits: defaultLimits };
  const parsed = maps === null ? null : parseParts(file, maps);
  if (parsed === null) return "whole";
  const { positions, ...byParts } = { positions: undefined, ...parsed };
  expect(byParts).toStrictEqual(parseFile({ ...file, format }));
  if (positions !== undefined) expect(plain(positions)).toEqual(plain(yamlPositions(text).root));
  return "by parts";
}

/** Without what computes them. */
function plain({ key, value, children }: Position): unknown {
  return [key, value, [...children].map(([token, child]) => [token, plain(child)])];
}

type Row = readonly [format: Format, name: string, written: string, replacement: string, how: "by parts" | "whole"];

test.each<Row>([
  ["json", "the name of a part", '"Two"', '"Other"', "by parts"],
  ["json", "a value that does not parse, in its brackets", '"a": null', '"a": nul', "by parts"],
  ["json", "a key that another has, in a part", '"name": "}"', '"name": "}", "name": 1', "whole"],
  ["json", "the name of another part", '"Two"', '"One"', "whole"],
  ["json", "a bracket that is not closed", '"responses": {}', '"responses": {', "whole"],
  ["json", "a part that becomes two", '"type": "string" }', '"type": "string" }, "More": {}', "by parts"],
  ["json", "outside of the parts", '"version": "1"', '"version": "2"', "by parts"],
  ["yaml", "the name of another part", "Two:", "One:", "whole"],
  ["yaml", "a key that needs a parser", "Two:", '"T\\u0077o":', "whole"],
  ["yaml", "quotes around the next part", "      type: object", '      type: "\n    Three: {}\n  "', "whole"],
  ["yaml", "a part that becomes two", "      properties: {}", "    Three: {}", "by parts"],
  ["yaml", "a part that ends the map", "    Two: true", "  headers:\n    Two: true", "by parts"],
  ["yaml", "outside of the parts", "version: '1'".replaceAll("'", '"'), "version: 2", "by parts"],
  ["yaml", "a comment with little indentation", "      type: object", "# one\n      type: object", "by parts"],
  ["yaml", "an anchor that the same part uses", "type: object", "type: &a object\n      title: *a", "by parts"],
  ["yaml", "an anchor that another part has", "plain", "*put", "whole"],
  ["yaml", "an alias outside of the parts", "  One: 1", "  One: *put", "whole"],
  ["yaml", "a merge key in the map", "    Two: true", "    <<: { Two: true }", "whole"],
  ["yaml", "a second document", "# Before", "---", "whole"],
  ["yaml", "a directive", "---\nopenapi", "%YAML 1.2\n---\nopenapi", "whole"],
  ["yaml", "a mark at its start", "---\nopenapi", "\uFEFFopenapi", "whole"],
  ["yaml", "line ends of another kind", "type: object\n", "type: object\r\n", "by parts"],
])("%s after an edit of %s", (format, _, written, replacement, how) => {
  const text = texts[format];
  const maps = partMapsOf(text, format);
  expect(expectSame(text, maps, format)).toBe("by parts");
  const edit = editIn(text, written, replacement);
  const changed = applied(text, [edit]);
  const edited = editedMaps(maps, edit, { text: changed, format });
  expect(expectSame(changed, edited, format)).toBe(how);
  // And taken back.
  const back: Edit = { start: edit.start, end: edit.start + replacement.length, text: written, range: places };
  expect(expectSame(text, editedMaps(edited, back, { text, format }), format)).toBe("by parts");
});

const pieces: Readonly<Record<Format, readonly string[]>> = {
  json: ['"', "{", "}", "[", "]", ",", ":", '"a": 1, ', "x", "", "", "\\", "\n", "1"],
  yaml: [
    "\n",
    "\n  ",
    "\n    ",
    "\n      ",
    "\n    a: ",
    "\n  b:\n    c: ",
    " ",
    "",
    "",
    "",
    "x",
    "1",
    ": ",
    " #",
    "- ",
    "\n    - ",
    "&a ",
    "*a",
    "*put",
    "<<: ",
    "? ",
    "|\n",
    ">-\n",
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\t",
    "\r\n",
    "\r",
    "\n---\n",
    "!!str ",
    "\n...\n",
    "~",
    "\\",
    "%",
    "@",
    "é",
    "\u2028",
  ],
};

test.each<readonly [Format, more: number]>([
  ["json", 100],
  ["yaml", 700],
])("%s after thousands of edits at any place", (format, expected) => {
  let byParts = 0;
  const anEdit = fc.record({ at: fc.nat(), cut: fc.nat(8), text: fc.constantFrom(...pieces[format]) });
  fc.assert(
    fc.property(fc.boolean(), fc.array(anEdit, { minLength: 1, maxLength: 6 }), (isWindows, edits) => {
      let text = isWindows ? texts[format].replaceAll("\n", "\r\n") : texts[format];
      let maps = partMapsOf(text, format);
      for (const { at, cut, text: written } of edits) {
        const start = at % text.length;
        const edit = { start, end: Math.min(text.length, start + Math.max(0, cut - 4)), text: written, range: places };
        text = applied(text, [edit]);
        maps = editedMaps(maps, edit, { text, format });
        if (format === "yaml") expect(withoutObjects(maps)).toEqual(withoutObjects(partMapsOf(text, format)));
        if (expectSame(text, maps, format) === "by parts") byParts += 1;
      }
    }),
    { numRuns: 1500 },
  );
  expect(byParts).toBeGreaterThan(expected);
});

function withoutObjects(maps: readonly PartMap[] | null): unknown {
  return maps?.map((map) => ({ ...map, parts: map.parts.map(({ tokens, start, end }) => ({ tokens, start, end })) }));
}

const someEdits = fc.array(fc.record({ at: fc.nat(40), length: fc.nat(6), text: fc.string({ maxLength: 4 }) }), {
  maxLength: 8,
});

test("each character outside of the changes is at its place in the other text", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 20, maxLength: 40 }), someEdits, (before, all) => {
      let now = before;
      let changes: readonly Change[] = [];
      for (const { at, length, text } of all) {
        const start = Math.min(at, now.length);
        const edit = { start, end: Math.min(start + length, now.length), text, range: places };
        changes = withEdit(changes, trimmed(now, edit));
        now = applied(now, [edit]);
      }
      const inside = (offset: number): boolean =>
        changes.some((change) => change.now.start <= offset && offset < change.now.end);
      for (let at = 0; at < now.length; at += 1) {
        if (inside(at) || inside(at + 1)) continue;
        const end = offsetBefore(changes, at + 1) ?? 0;
        expect(before[end - 1]).toBe(now[at]);
        expect(spanNow(changes, { start: end - 1, end })).toEqual({ start: at, end: at + 1 });
      }
    }),
  );
});

test("an edit that replaces everything changes only what is not the same", () => {
  const before = "a: 1\nb: 2\nc: 3\n";
  expect(trimmed(before, { start: 0, end: before.length, text: "a: 1\nb: 20\nc: 3\n" })).toEqual({
    start: 9,
    end: 9,
    text: "0",
  });
});

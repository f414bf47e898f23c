// A large JSON text by its parts, after many edits: parsing it must find what parsing the whole text finds, errors included.
import { expect, test } from "vitest";
import { defaultLimits, parseFile } from "waybill/language";
import { applied, type Edit } from "../src/text/edit.ts";
import { editedMaps, type PartMap, partMapsOf } from "../src/text/json-parts.ts";
import { parseParts } from "../src/text/parse-parts.ts";

const long = "x".repeat(1500);
const first = `{
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

const places = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Replaces the first occurrence. */
function editIn(text: string, written: string, replacement: string): Edit {
  const start = text.indexOf(written);
  if (start === -1) throw new Error(`no ${written}`);
  return { start, end: start + written.length, text: replacement, range: places };
}

function expectSame(text: string, maps: readonly PartMap[] | null): "by parts" | "whole" {
  const parts = maps === null ? null : parseParts({ path: "/a.json", text, limits: defaultLimits }, maps);
  if (parts === null) return "whole";
  const whole = parseFile({ path: "/a.json", text, format: "json", limits: defaultLimits });
  expect(parts).toStrictEqual(whole);
  return "by parts";
}

test.each<readonly [name: string, written: string, replacement: string, how: "by parts" | "whole"]>([
  ["a value", '"type": "object"', '"type": "string"', "by parts"],
  ["a member", '"responses": {}', '"responses": {}, "tags": []', "by parts"],
  ["the name of a part", '"Two"', '"Other"', "by parts"],
  ["a value that does not parse, in its brackets", '"a": null', '"a": nul', "by parts"],
  ["a key that another has, in a part", '"name": "}"', '"name": "}", "name": 1', "whole"],
  ["the name of another part", '"Two"', '"One"', "whole"],
  ["a bracket that is not closed", '"responses": {}', '"responses": {', "whole"],
  ["a quote that is not closed", '"type": "object"', '"type": "object', "whole"],
  ["a part that becomes two", '"type": "string" }', '"type": "string" }, "More": {}', "by parts"],
  ["outside of the parts", '"version": "1"', '"version": "2"', "by parts"],
  ["a map that is no object", '"parameters": {}', '"parameters": []', "by parts"],
  ["a text that does not parse, outside of the parts", '"version": "1"', '"version": 1"', "whole"],
])("after an edit of %s", (_, written, replacement, how) => {
  const maps = partMapsOf(first);
  expect(expectSame(first, maps)).toBe("by parts");
  const edit = editIn(first, written, replacement);
  const text = applied(first, [edit]);
  const edited = editedMaps(maps, edit, text);
  expect(expectSame(text, edited)).toBe(how);
  // And taken back.
  const back: Edit = { start: edit.start, end: edit.start + replacement.length, text: written, range: places };
  expect(expectSame(first, editedMaps(edited, back, first))).toBe("by parts");
});

test("after a thousand edits at any place", () => {
  let text = first;
  let maps = partMapsOf(text);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const written = ['"', "{", "}", "[", "]", ",", ":", '"a": 1, ', "x", "", "", "\\", "\n", "1"];
  let byParts = 0;
  for (let turn = 0; turn < 1000; turn += 1) {
    const start = random(text.length);
    const edit = {
      start,
      end: Math.min(text.length, start + random(2)),
      text: written[random(14)] ?? "",
      range: places,
    };
    const before = { text, maps };
    text = applied(text, [edit]);
    maps = editedMaps(maps, edit, text);
    if (expectSame(text, maps) === "by parts") byParts += 1;
    // Most edits break the text: every other is taken back, so that there is something to break.
    if (turn % 2 === 0) ({ text, maps } = before);
    if (turn % 10 === 9) {
      text = first;
      maps = partMapsOf(text);
    }
  }
  expect(byParts).toBeGreaterThan(100);
});

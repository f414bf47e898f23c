// The looks at output find what they are for: a leak must be seen.
import { describe, expect, it } from "vitest";
import { anysOf, leaksOf, syntaxErrorsOf } from "./output-text.ts";

describe("looking at output", () => {
  it("finds text of a description that has become code", () => {
    const text =
      'type A = { STOLEN: 1; "STOLEN": 2 };\n/** STOLEN {@link STOLEN}\n * @see STOLEN */\n// STOLEN\ntype B = "STOLEN" | `STOLEN`;';
    expect(leaksOf(text, "STOLEN")).toEqual(["line 1: Identifier STOLEN"]);
    expect(leaksOf(`/* */ STOLEN(); /* */`, "STOLEN")).toEqual(["line 1: Identifier STOLEN"]);
  });

  it("finds any, and what does not parse", () => {
    expect(anysOf('type A = { any: "any"; a: any }; // any')).toEqual(["line 1: a: any"]);
    expect(syntaxErrorsOf("type A = {")).toEqual(["line 1: '}' expected."]);
    expect(syntaxErrorsOf("type A = {};")).toEqual([]);
  });
});

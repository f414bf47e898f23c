// Names of a description in code: what may be a variable, and what comes after a dot.
import { describe, expect, it } from "vitest";
import { code, identifier, memberOf } from "../../src/emit/index.ts";
import { layOut } from "../../src/emit/layout.ts";

describe("identifier", () => {
  it.each(["get", "set", "of", "from", "as", "async", "type", "is", "using", "global", "abstract", "größe", "$a"])(
    "is %s",
    (name) => {
      expect(layOut(identifier(name), () => "")).toBe(name);
      // No word that begins a statement in every context.
      expect(() => new Function(`"use strict"; const ${name} = 1; return ${name};`)).not.toThrow();
    },
  );

  it.each(["delete", "class", "yield", "await", "string", "undefined", "__proto__"])(
    "is not %s, which is a name after a dot",
    (name) => {
      expect(() => identifier(name)).toThrow(`not the name of a variable: "${name}"; memberOf(object, name) writes a`);
    },
  );

  it.each(["a-b", "1a", "", "a b", "a;run()"])("is not %j", (name) => {
    expect(() => identifier(name)).toThrow(TypeError);
  });
});

describe("memberOf", () => {
  const client = { delete: 1, get: 2, "a-b": 3, größe: 4, "1": 5, '"': 6, constructor: 7, "": 8 };

  it.each(Object.entries(client))("reads the member %j", (name, value) => {
    const written = layOut(memberOf(code`client`, name), () => "");
    expect(new Function("client", `return ${written};`)(client)).toBe(value);
  });

  it("writes a dot where it can", () => {
    const written = ["delete", "get", "größe", "a-b"].map((name) => layOut(memberOf(code`client`, name), () => ""));
    expect(written).toEqual(["client.delete", "client.get", "client.größe", 'client["a-b"]']);
  });
});

// The tables of internationalised names are part of the generated runtime only where a format reads such names.
import { describe, expect, test } from "vitest";
import { neededModules } from "../../../../src/emit/runtime/index.ts";
import { helperNames, helpersPath, moduleOfExport } from "../../../../src/targets/zod/runtime-modules.ts";

function hasTables(...helpers: readonly string[]): boolean {
  const needed = neededModules(helpers.map((name) => ({ module: moduleOf(name), names: [name] })));
  return needed.some(({ module }) => /punycode|isUnicodeLabel/i.test(module.text));
}

function moduleOf(name: string): URL {
  const module = moduleOfExport(helpersPath, name);
  if (module === null) throw new Error(`no module has ${name}`);
  return module;
}

const readsNames = /hostname|email-idn/;

describe("tables of internationalised names", () => {
  test.each(["isHostname", "isIdnHostname", "isIdnEmail"] as const)("are generated for %s", (helper) => {
    expect(hasTables(helper)).toBe(true);
  });

  test("are generated for no other helper", () => {
    const others = helperNames.filter((name) => !readsNames.test(moduleOf(name).pathname));
    expect(others).toContain("isIriReference");
    expect(hasTables(...others)).toBe(false);
  });
});

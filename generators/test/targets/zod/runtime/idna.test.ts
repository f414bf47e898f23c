// The tables of internationalised names are part of the generated runtime only where a format reads such names.
import { describe, expect, test } from "vitest";
import {
  type Helper,
  helperNames,
  moduleOfHelper,
  runtimeAssembly,
} from "../../../../src/targets/zod/runtime-modules.ts";

function hasTables(...helpers: readonly Helper[]): boolean {
  const settings = { withOperations: true, withGuards: true, zod: { flavor: "classic" }, withBigints: false } as const;
  const { needed } = runtimeAssembly(new Set(helpers), settings);
  return needed.some(({ module }) => /punycode|isUnicodeLabel/i.test(module.text));
}

const readsNames = /hostname|email-idn/;

describe("tables of internationalised names", () => {
  test.each(["isHostname", "isIdnHostname", "isIdnEmail"] as const)("are generated for %s", (helper) => {
    expect(hasTables(helper)).toBe(true);
  });

  test("are generated for no other helper", () => {
    const others = helperNames.filter((name) => !readsNames.test(moduleOfHelper(name)));
    expect(others).toContain("isIriReference");
    expect(hasTables(...others)).toBe(false);
  });
});

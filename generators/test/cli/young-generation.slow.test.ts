import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = JSON.stringify(join(import.meta.dirname, "../../src/cli/young-generation.ts"));

/** The size of the young generation, in MB, after most of 100 MB of new objects have stayed in use. */
function grownTo({ call, flags = [] }: { readonly call: string; readonly flags?: readonly string[] }): number {
  const program = `
    const { limitYoungGeneration } = await import(${source});
    const { getHeapSpaceStatistics } = await import("node:v8");
    ${call};
    const used = [];
    for (let at = 0; at < 400; at += 1) used.push(Array.from({ length: 8192 }, (_, of) => ({ of })));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log(used.length, young.space_size / 2 ** 20);`;
  const output = execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  return Number(output.split(" ")[1]);
}

test("a limited young generation grows to two halves of 12 MB, others further", () => {
  expect(grownTo({ call: "limitYoungGeneration()" })).toBe(24);
  expect(grownTo({ call: "" })).toBeGreaterThan(24);
});

test("a smaller limit of the user stays", () => {
  expect(grownTo({ call: "limitYoungGeneration()", flags: ["--max-semi-space-size=4"] })).toBe(8);
});

test("a size that the user set is left alone", () => {
  expect(grownTo({ call: "limitYoungGeneration()", flags: ["--min-semi-space-size=16"] })).toBeGreaterThan(24);
});

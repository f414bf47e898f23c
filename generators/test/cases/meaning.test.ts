// What schemas mean that descriptions write loosely: discriminators, nullable, schemas without type.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { z } from "zod";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { caseOf } from "./case.ts";

const targets = ["types", "zod", "client", "server"].flatMap((target) => ["--target", target]);

interface Generated {
  /** What the run printed. */
  readonly printed: string;
  readonly types: string;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** What the compiler reports of a file that uses the types. */
  readonly errorsOf: (program: string) => Promise<string>;
}

/** The output of the input with all targets, by flags: it is someone else's description. */
async function generated(input: string, ...flags: readonly string[]): Promise<Generated> {
  const workspace = caseOf(`codegen/${input}`);
  workspace.write("package.json", JSON.stringify({ type: "module" }));
  const { code, stdout, stderr } = await workspace.run([
    "generate",
    "openapi.yaml",
    "--out",
    "gen",
    ...targets,
    ...flags,
  ]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return {
    printed: `${stdout}${stderr}`,
    types: workspace.read("gen/types/schemas.gen.ts"),
    schemas: await import(pathToFileURL(workspace.path("gen/zod/schemas.gen.ts")).href),
    errorsOf: async (program) => {
      workspace.write("use.ts", program);
      return await compilerErrorsOf("typescript-7.0", workspace.folder, ["use.ts", path.join("gen", "**/*.ts")]);
    },
  };
}

test("discriminator-changes-validation.yaml: the schemas alone decide what is valid", async () => {
  const { schemas, types, errorsOf } = await generated("discriminator-changes-validation.yaml");
  const accepts = (value: unknown): boolean | undefined => schemas["ResultSchema"]?.safeParse(value).success;
  expect(accepts({ type: "audio", file_id: "x" })).toBe(true);
  expect(accepts({ type: "zzz", url: "u" })).toBe(true);
  expect(accepts({ type: "audio" })).toBe(false);
  // Both alternatives match it.
  expect(accepts({ type: "audio", file_id: "x", url: "u" })).toBe(false);
  expect(types).toContain("export type Result = CachedAudio | Audio;\n");
  expect(
    await errorsOf(`import type { Result } from "./gen/types/schemas.gen.ts";
export const results: Result[] = [{ type: "audio", file_id: "x" }, { type: "zzz", url: "u" }];
`),
  ).toBe("");
});

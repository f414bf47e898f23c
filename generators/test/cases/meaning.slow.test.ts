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

test("base-discriminator.yaml: a base is the union of the schemas that extend it, each with its tag", async () => {
  const { printed, schemas, types, errorsOf } = await generated("base-discriminator.yaml");
  expect(printed).toContain("openapi.yaml:11:7 warning base-discriminator:");
  expect(printed).toContain('hint: set the option discriminators to "author" to confirm this, or to "letter"');
  const accepts = (name: string, value: unknown): boolean | undefined => schemas[name]?.safeParse(value).success;
  expect(accepts("DogSchema", { petType: "dog", bark: "x" })).toBe(true);
  expect(accepts("DogSchema", { petType: "cat", bark: "x" })).toBe(false);
  expect(accepts("PetSchema", { petType: "dog", bark: "x" })).toBe(true);
  expect(accepts("PetSchema", { petType: "cat" })).toBe(true);
  expect(accepts("PetSchema", { petType: "dog" })).toBe(false);
  expect(accepts("PetSchema", { petType: "bird" })).toBe(false);
  expect(types).toContain("export type Pet = Dog | Cat;\n");
  expect(
    await errorsOf(`import type { Pet } from "./gen/types/schemas.gen.ts";
export const heard = (pet: Pet): string | undefined => (pet.petType === "dog" ? pet.bark : pet.meow);
// @ts-expect-error: no schema that extends it has this tag
export const bird: Pet = { petType: "bird" };
`),
  ).toBe("");
});

test("base-discriminator.yaml: by the letter, a warning names the option", async () => {
  const { printed, schemas, types } = await generated("base-discriminator.yaml", "--discriminators", "letter");
  expect(printed).toContain("warning base-discriminator:");
  expect(printed).toContain('set the option discriminators to "author"');
  expect(types).toContain("export type Dog = Pet & { bark: string };\n");
  expect(schemas["DogSchema"]?.safeParse({ petType: "cat", bark: "x" }).success).toBe(true);
  expect((await generated("base-discriminator.yaml", "--discriminators", "author")).printed).not.toContain("warning");
});

test("schemars-nullable.yaml: nullable alone is null as an alternative", async () => {
  const { printed, schemas, types, errorsOf } = await generated("schemars-nullable.yaml");
  expect(printed).toContain("warning assumed-nullable (4)");
  for (const member of ["usage", "one", "all", "enumnull", "enumnull2", "refn"])
    expect(types).toContain(`  ${member}?: Usage | null | undefined;\n`);
  const accepts = (value: unknown): boolean | undefined => schemas["ASchema"]?.safeParse(value).success;
  for (const member of ["usage", "one", "all", "enumnull", "enumnull2", "typed", "refn"]) {
    expect({ member, accepted: accepts({ [member]: { n: 1 } }) }).toEqual({ member, accepted: true });
    expect({ member, accepted: accepts({ [member]: null }) }).toEqual({ member, accepted: true });
    expect({ member, accepted: accepts({ [member]: "text" }) }).toEqual({ member, accepted: false });
  }
  expect(
    await errorsOf(`import type { A } from "./gen/types/schemas.gen.ts";
export const n = (a: A): (number | undefined)[] => [a.usage?.n, a.one?.n, a.all?.n, a.enumnull?.n, a.enumnull2?.n, a.refn?.n];
`),
  ).toBe("");
});

test("no-type-pageable.yaml: properties without type describe an object, and pages are found", async () => {
  const { printed, schemas, types, errorsOf } = await generated("no-type-pageable.yaml");
  expect(printed.match(/warning no-type: "properties" without "type": only objects are accepted/g)).toHaveLength(2);
  expect(printed).not.toContain("pagination");
  expect(types).toContain("export type Api = { name?: string | undefined };\n");
  expect(schemas["ApiSchema"]?.safeParse("text").success).toBe(false);
  expect(
    await errorsOf(`import type { Client } from "./gen/client/index.gen.ts";
export async function names(client: Client): Promise<void> {
  for await (const { name } of client.apisList.pages()) name?.trim();
}
`),
  ).toBe("");
  const letter = await generated("no-type-pageable.yaml", "--untyped", "letter");
  expect(letter.types).toContain("unknown[]");
  expect(letter.printed).toContain("all other values are accepted too");
});

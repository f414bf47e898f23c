// Inputs on which generated types were wider than the schemas, or hid what a schema says: a program that uses them is compiled.
import { expect, it } from "vitest";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { caseOf } from "./case.ts";

it("required-allof.yaml: a required member of an allOf part is read without narrowing", async () => {
  const { schemas, complaints } = await used(
    "required-allof.yaml",
    `import type { Created } from "./gen/types/index.gen.ts";
export const read = (x: Created): string => x.name;
export const valid: Created = { name: "a", age: 1 };
// @ts-expect-error
export const absent: Created = { age: 1 };
// @ts-expect-error
export const undefinedName: Created = { name: undefined };
`,
  );
  expect(complaints).toBe("");
  expect(schemas).toContain("export type Created = Draft & { name: string };");
});

it("required-beside-allof.yaml: members required beside an allOf have the types of its parts", async () => {
  const { schemas, complaints } = await used(
    "required-beside-allof.yaml",
    `import type { PaymentResponse } from "./gen/types/index.gen.ts";
export const read = ({ id, amount }: PaymentResponse): [string, number] => [id, amount];
export const valid: PaymentResponse = { id: "a", amount: 1, method: "card" };
// @ts-expect-error
export const absent: PaymentResponse = { id: "a" };
// @ts-expect-error
export const undefinedId: PaymentResponse = { id: undefined, amount: 1 };
`,
  );
  expect(complaints).toBe("");
  expect(schemas).toContain("Payment & { method?: string | undefined; id: string; amount: number }");
});

it("open-enum.yaml: known values stay in the type of an enum beside any string, and a type beside a $ref adds nothing", async () => {
  const { schemas, complaints } = await used(
    "open-enum.yaml",
    `import type { A } from "./gen/types/index.gen.ts";
export const valid: A = { nf: "NRF", model: "another", refd: "red", sib: "red", sib2: "green" };
// @ts-expect-error
export const notColor: A = { nf: "NRF", model: "another", refd: "red", sib: "blue" };
`,
  );
  expect(complaints).toBe("");
  for (const member of [
    'nf: "NRF" | "UDM" | (string & {});',
    'model: "gpt-4" | "gpt-5" | (string & {});',
    "refd: Color | (string & {});",
    "sib?: Color | undefined;",
    "sib2?: Color | undefined;",
  ])
    expect(schemas).toContain(member);
});

/** What a compiler reports about the generated types and validators and a program that uses them, and the text of the types. */
async function used(name: string, program: string): Promise<{ schemas: string; complaints: string }> {
  const workspace = caseOf(`codegen/${name}`);
  const targets = ["types", "zod"].flatMap((target) => ["--target", target]);
  const { code, stderr } = await workspace.run(["generate", "--openapi", "openapi.yaml", "--out", "gen", ...targets]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  workspace.write("package.json", '{ "type": "module" }');
  workspace.write("use.ts", program);
  const complaints = await compilerErrorsOf("typescript-7.0", workspace.folder, ["gen", "use.ts"]);
  return { schemas: workspace.read("gen/types/schemas.gen.ts"), complaints };
}

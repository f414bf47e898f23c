// Schemas -> the judges that must agree on every value: Ajv, and the Zod schemas and guards made from the very same text.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { parseSync } from "oxc-parser";
import { expect } from "vitest";
import type { z } from "zod";
import type * as mini from "zod/mini";
import { emitted } from "../../../src/emit/index.ts";
import type { Api } from "../../../src/model/api.ts";
import type { ApiOptions } from "../../../src/model/api-options.ts";
import type { GeneratedFile } from "../../../src/targets/target.ts";
import { contextOf, emitAll, generate } from "../../scenarios/generation.ts";

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export type Guard = (value: unknown) => boolean;

export interface Judges {
  readonly zod: (name: string) => z.ZodType;
  readonly guard: (name: string) => Guard;
  readonly ajv: (name: string) => (value: unknown) => boolean;
  readonly files: readonly GeneratedFile[];
  readonly api: Api;
}

/** The judges of `components.schemas`; references between them are written `#/components/schemas/Name`. */
export async function judgesOf(schemas: Readonly<Record<string, JsonSchema>>, directory: string): Promise<Judges> {
  const document = { openapi: "3.1.1", info: { title: "Test", version: "1" }, paths: {}, components: { schemas } };
  const inputs = new Map([["openapi.yaml", JSON.stringify(document)]]);
  const { api, files, diagnostics } = await generate(inputs, ["zod"], directory);
  if (api === null || files.length === 0) throw new Error(diagnostics);
  // Without the comparison of types: those of the target types are narrower than what Zod infers. `soundness.test.ts` has values for them.
  write(files, directory);
  // With `emit: "js"`, nothing is left that only TypeScript has.
  for (const { path: file, text } of await emitted(await emitAll(api, ["zod"], contextOf("", { emit: "js" })), "js"))
    if (file.endsWith(".js")) expect(parseSync(file, text, { lang: "js" }).errors, file).toEqual([]);
  const constants = await load(directory, "zod/schemas.gen.ts");
  const guards = await loadGuards(directory, "zod/guards.gen.ts");
  const ajv = ajvOf();
  ajv.addSchema({ $id: "test:document", components: { schemas } });
  return {
    api,
    files,
    zod: (name) => constants(`${name}Schema`),
    guard: (name) => guards(`is${name}`),
    ajv: (name) => ajv.compile({ $ref: `test:document#/components/schemas/${name}` }),
  };
}

/**
 * `multipleOfPrecision`: without it, nothing above 1e21 is a multiple. `ownProperties`: `{}` has no member named `toString`. `allErrors`: stopping at the first one, Ajv forgets `contains` behind
 * `prefixItems` that are longer than the array.
 */
export function ajvOf(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  return ajv;
}

/** Puts generated files where they can be imported: each target in a folder of its own. */
export function write(files: readonly GeneratedFile[], directory: string): void {
  for (const file of files) {
    const target = path.join(directory, file.target, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.text);
  }
}

/** The exported schemas of a generated file, by name. */
export function load(directory: string, file: string): Promise<(name: string) => z.ZodType> {
  return loadExports(directory, file);
}

/** The schemas of `components.schemas` for `zod/mini`, written below the folder with what they import. */
export async function miniSchemasOf(
  api: Api,
  directory: string,
  options: Partial<ApiOptions> = {},
): Promise<(name: string) => mini.ZodMiniType> {
  const files = await emitAll(api, ["zod"], contextOf(null, { ...options, zod: "mini" }));
  write(files, directory);
  return await loadExports(directory, "zod/schemas.gen.ts");
}

/** The exported guards of a generated file, by name. */
export function loadGuards(directory: string, file: string): Promise<(name: string) => Guard> {
  return loadExports(directory, file);
}

async function loadExports<Export>(directory: string, file: string): Promise<(name: string) => Export> {
  const module: Readonly<Record<string, Export>> = await import(pathToFileURL(path.join(directory, file)).href);
  return (name) => {
    const found = module[name];
    if (found === undefined) throw new Error(`no ${name} in ${file}`);
    return found;
  };
}

/** The verdict of a Zod schema; an accepted value must come out as it went in. */
export function zodAccepts(schema: z.ZodType, value: unknown): boolean {
  const before = JSON.stringify(value);
  const result = schema.safeParse(value);
  if (!result.success) return false;
  if (JSON.stringify(result.data) !== before) throw new Error(`${before} came out as ${JSON.stringify(result.data)}`);
  return true;
}

// The JSON Schema Test Suite as components of a description -> how many verdicts of each generator's Zod schemas are right.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type Group, groupFilesOf, suiteFolder } from "../../../generators/test/targets/zod/suite.ts";
import { run } from "./run.ts";
import { homeOf, type Tool } from "./tools.ts";

export interface Verdicts {
  right: number;
  wrong: number;
  /** Cases of schemas for which it writes nothing that loads. */
  none: number;
}

interface Case {
  readonly component: string;
  readonly schema: unknown;
  readonly tests: Group["tests"];
}

/** Required cases whose schemas need no other document: no `$id`, no anchors, no dialects, only references within. */
export function casesOf(): Case[] {
  // A format is an annotation there, and asserted by most generators.
  const files = groupFilesOf(suiteFolder).filter(({ keyword }) => keyword !== "format");
  const groups = files.flatMap((file) => file.groups);
  return groups
    .filter(
      ({ schema }) =>
        !/"\$(id|anchor|dynamicRef|dynamicAnchor|vocabulary)":|"\$ref":"(?!#)/.test(JSON.stringify(schema)),
    )
    .map(({ schema, tests }, at) => {
      const component = `Case${at}`;
      return { component, schema: asComponent(schema, component), tests };
    });
}

/** References to the root are references to the component. `enum` and `const` hold values, in which `$ref` is a member like others. */
export function asComponent(schema: unknown, component: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => asComponent(each, component));
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([keyword]) => keyword !== "$schema");
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, keywordOf(keyword, value, component)]));
}

function keywordOf(keyword: string, value: unknown, component: string): unknown {
  if (values.has(keyword)) return value;
  if (keyword === "$ref" && typeof value === "string")
    return value.replace(/^#/, () => `#/components/schemas/${component}`);
  if (!schemasByName.has(keyword) || !isObject(value)) return asComponent(value, component);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asComponent(each, component)]));
}

const values: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);
const schemasByName: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export async function verdictsOf(tool: Tool, cases: readonly Case[]): Promise<Verdicts | null> {
  const { zod } = tool;
  if (zod === undefined) return null;
  const total: Verdicts = { right: 0, wrong: 0, none: 0 };
  await judge(tool, cases, total);
  return total;
}

/** A description with a schema that a generator refuses is divided until that schema is alone. */
async function judge(tool: Tool, cases: readonly Case[], total: Verdicts): Promise<void> {
  const judges = await judgesOf(tool, cases);
  if (judges === null && cases.length > 1) {
    const middle = Math.ceil(cases.length / 2);
    await judge(tool, cases.slice(0, middle), total);
    await judge(tool, cases.slice(middle), total);
    return;
  }
  for (const [at, { tests }] of cases.entries()) {
    const judgeOne = judges?.[at];
    for (const { data, valid } of tests) {
      const verdict = judgeOne === undefined || judgeOne === null ? null : verdictOf(judgeOne, data);
      if (verdict === null) total.none += 1;
      else if (verdict === valid) total.right += 1;
      else total.wrong += 1;
    }
  }
}

interface Schema {
  readonly safeParse: (value: unknown) => { readonly success: boolean };
}

let runs = 0;

/** `null` when the generator fails, or when what it writes does not load. */
async function judgesOf(tool: Tool, cases: readonly Case[]): Promise<(Schema | null)[] | null> {
  const home = await homeOf(tool);
  runs += 1;
  const folder = join(home, `suite-${runs}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, "suite.json");
    writeFileSync(file, JSON.stringify(descriptionOf(cases)));
    const job = { file, out: join(folder, "out") };
    mkdirSync(job.out);
    const { code } = await run(tool, job);
    return code === 0 ? await loaded(tool, cases, folder) : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function descriptionOf(cases: readonly Case[]): object {
  const operations = cases.map(({ component }) => {
    const schema = { $ref: `#/components/schemas/${component}` };
    const post = {
      operationId: `send${component}`,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { "204": { description: "Done." } },
    };
    return [`/${component}`, { post }] as const;
  });
  return {
    openapi: "3.1.1",
    info: { title: "Suite", version: "1" },
    paths: Object.fromEntries(operations),
    components: { schemas: Object.fromEntries(cases.map(({ component, schema }) => [component, schema])) },
  };
}

/** All schemas in one module, bundled so that imports without extensions are found. */
async function loaded({ zod }: Tool, cases: readonly Case[], folder: string): Promise<(Schema | null)[] | null> {
  const entry = join(folder, "entry.ts");
  const places = cases.map(({ component }) => zod?.(component));
  const lines = places.map((place, at) => `export { ${place?.name} as judge${at} } from "./out/${place?.module}";`);
  writeFileSync(entry, lines.join("\n"));
  const bundle = join(folder, "bundle.mjs");
  try {
    await build({
      entryPoints: [entry],
      outfile: bundle,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "silent",
    });
    const module: Record<string, Schema> = await import(pathToFileURL(bundle).href);
    return cases.map((_, at) => module[`judge${at}`] ?? null);
  } catch {
    return null;
  }
}

function verdictOf(schema: Schema, data: unknown): boolean | null {
  try {
    return schema.safeParse(data).success;
  } catch {
    return null;
  }
}

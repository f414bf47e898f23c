// A scenario in Markdown -> what goes in, the pieces of output that must come out, and values to run.
import { load } from "js-yaml";
import { type TargetName, targetNames } from "../../src/targets/built-in-targets.ts";

export interface Scenario {
  readonly title: string;
  /** Text by file name: `openapi.yaml` and `asyncapi.yaml` are entry documents, others are referred to. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Fields of the API in a configuration, as JavaScript; `null` when there is none. */
  readonly config: string | null;
  /** Pieces that must appear verbatim in a generated file. */
  readonly outputs: readonly Piece[];
  /** Lines none of which may stand anywhere in a generated file. */
  readonly absent: readonly Piece[];
  /** Values that a named schema accepts or rejects. */
  readonly values: readonly Values[];
  /** What the run reports instead of generating, as people read it; `null` when it must report nothing. */
  readonly diagnostics: string | null;
}

export interface Piece {
  /** `types/schemas.gen.ts` */
  readonly file: string;
  readonly text: string;
}

export interface Values {
  readonly schema: string;
  readonly accepted: boolean;
  readonly values: readonly unknown[];
}

/** The targets whose output the scenario shows, and those that its values take. */
export function targetsOf({ outputs, values }: Scenario): TargetName[] {
  const named = outputs.map(({ file }) => file.split("/")[0]);
  const wanted = [...named, ...(values.length > 0 ? ["zod"] : [])];
  return targetNames.filter((target) => wanted.includes(target));
}

interface Section {
  readonly heading: string;
  readonly line: number;
  readonly block: string | null;
}

/**
 * The sections are `## Input: FILE`, `## Schemas` (short for a document with these components), `## Config`, `## Output: FILE`,
 * `## Leaves out: FILE`, `## Accepts: NAME`, `## Rejects: NAME` and `## Diagnostics`, each with one code block. Prose may stand anywhere.
 * Throws on any other section: a check under a misspelt heading would never run.
 */
export function parseScenario(markdown: string, name: string): Scenario {
  const [, title = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  const scenario = {
    title,
    inputs: new Map<string, string>(),
    config: null as string | null,
    outputs: [] as Piece[],
    absent: [] as Piece[],
    values: [] as Values[],
    diagnostics: null as string | null,
  };
  if (title === "") throw new Error(`${name}: the scenario has no title`);
  for (const { heading, line, block } of sectionsOf(markdown)) {
    const place = `${name}:${line}`;
    if (block === null) throw new Error(`${place}: the section "${heading}" has no code block`);
    const [kind = "", ...rest] = heading.split(":");
    const what = rest.join(":").trim();
    if (kind === "Schemas" && what === "") scenario.inputs.set("openapi.yaml", documentOf(block));
    else if (kind === "Config" && what === "") scenario.config = block;
    else if (kind === "Diagnostics" && what === "") scenario.diagnostics = block;
    else if (what === "") throw new Error(`${place}: unknown section "${heading}"`);
    else if (kind === "Input") scenario.inputs.set(what, block);
    else if (kind === "Output") scenario.outputs.push({ file: what, text: block });
    else if (kind === "Leaves out") scenario.absent.push({ file: what, text: block });
    else if (kind === "Accepts" || kind === "Rejects")
      scenario.values.push({ schema: what, accepted: kind === "Accepts", values: listOf(block, place) });
    else throw new Error(`${place}: unknown section "${heading}"`);
  }
  if (scenario.inputs.size === 0) throw new Error(`${name}: the scenario has no input`);
  if (scenario.outputs.length + scenario.values.length === 0 && scenario.diagnostics === null)
    throw new Error(`${name}: the scenario expects nothing`);
  return scenario;
}

function sectionsOf(markdown: string): Section[] {
  const lines = markdown.split("\n");
  const sections: { heading: string; line: number; block: string | null }[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, fence] = /^(```+)/.exec(line) ?? [];
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading !== undefined) sections.push({ heading: heading.trim(), line: index + 1, block: null });
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, index + 1);
    const current = sections.at(-1);
    if (current !== undefined && current.block === null) current.block = lines.slice(index + 1, end).join("\n");
    index = end === -1 ? lines.length : end;
  }
  return sections;
}

/** An OpenAPI document around the components a scenario is about. */
function documentOf(schemas: string): string {
  const indented = schemas.replace(/^(?=.)/gm, "    ");
  return `openapi: 3.1.1\ninfo: { title: Scenario, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${indented}\n`;
}

function listOf(block: string, place: string): readonly unknown[] {
  const values: unknown = load(block);
  if (!Array.isArray(values)) throw new Error(`${place}: the values must be a YAML list`);
  return values;
}

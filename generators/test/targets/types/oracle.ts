// The types of an API and statements about them -> the statements on which the compiler disagrees with the schemas.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Api } from "../../../src/model/api.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { contextOf, emitAll } from "../../scenarios/generation.ts";
import { write } from "../zod/judges.ts";
import { type Probe, Prober, type Unexpressed } from "./probes.ts";

export interface Subject {
  /** The name of a folder. */
  readonly name: string;
  readonly api: Api;
  /** The API whose types are compiled, for a test of this program. Default: the same. */
  readonly typed?: Api;
}

export interface Verdicts {
  /** Statements by the name of their subject. */
  readonly probes: ReadonlyMap<string, readonly Probe[]>;
  readonly unexpressed: ReadonlyMap<string, Unexpressed>;
  /** The statements that compile and must not, and those that do not and must, each with its subject and what the compiler said. */
  readonly wrong: readonly { readonly subject: string; readonly probe: Probe; readonly complaint: string }[];
}

export interface Extent {
  /** Statements of each kind about one schema. */
  readonly most: number;
  /** One schema of so many is looked at. Default: each. */
  readonly every?: number;
}

/** `directory`: where the types and the statements may be written. All are one program. */
export async function judgeTypes(
  subjects: readonly Subject[],
  directory: string,
  { most, every = 1 }: Extent,
): Promise<Verdicts> {
  const probes = new Map<string, readonly Probe[]>();
  const unexpressed = new Map<string, Unexpressed>();
  const lines = new Map<string, ReadonlyMap<number, Probe>>();
  for (const { name, api, typed = api } of subjects.filter((subject) => subject.api.schemas.length > 0)) {
    const prober = new Prober(most);
    const found = api.schemas.filter((_, index) => index % every === 0).flatMap((named) => prober.of(named));
    probes.set(name, found);
    unexpressed.set(name, prober.unexpressed);
    const folder = path.join(directory, name);
    write(await emitAll(typed, ["types"], contextOf(null)), folder);
    const statements = statementsOf(found);
    writeFileSync(path.join(folder, "statements.ts"), statements.text);
    lines.set(`${name}/statements.ts`, statements.probes);
  }
  const places = [...probes.keys()].map((name) => `${name}/**/*.ts`);
  const printed = await compilerErrorsOf("typescript-7.0", directory, places, unchecked);
  return { probes, unexpressed, wrong: [...wrongIn(printed, lines)] };
}

const unchecked = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false };

interface Statements {
  readonly text: string;
  /** By number of line. */
  readonly probes: ReadonlyMap<number, Probe>;
}

function statementsOf(probes: readonly Probe[]): Statements {
  const lines = ['import type * as T from "./types/schemas.gen.ts";'];
  const byLine = new Map<number, Probe>();
  for (const probe of probes) {
    if (probe.kind !== "valid" && probe.kind !== "read") lines.push("// @ts-expect-error");
    byLine.set(lines.length, probe);
    for (const line of probe.text.split("\n")) {
      lines.push(line);
      byLine.set(lines.length, probe);
    }
  }
  return { text: `${lines.join("\n")}\n`, probes: byLine };
}

function* wrongIn(
  printed: string,
  lines: ReadonlyMap<string, ReadonlyMap<number, Probe>>,
): Iterable<Verdicts["wrong"][number]> {
  const seen = new Set<Probe>();
  for (const line of printed.split("\n")) {
    const found = /^(.+)\((\d+),\d+\): error (.*)$/.exec(line);
    const [, file = "", number, complaint = ""] = found ?? [];
    if (found === null) continue;
    const probe = lines.get(file)?.get(Number(number));
    if (probe === undefined) throw new Error(`the types do not compile: ${line}`);
    if (seen.has(probe)) continue;
    seen.add(probe);
    yield { subject: path.dirname(file), probe, complaint };
  }
}

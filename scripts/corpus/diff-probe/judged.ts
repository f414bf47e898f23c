// Probed descriptions -> counts: what was said, what was not and why, and the same beside the verdicts of asyncapi/diff.
import { existsSync } from "node:fs";
import { largestOf } from "../../../generators/src/diff/index.ts";
import { breakingRows, dereferenced, theirVerdict } from "./asyncapi-diff.ts";
import type { Mutation } from "./mutations.ts";
import { Probe, type ProbedDescription, type Verdict } from "./probe.ts";
import { reasonFor, type Unseen } from "./unseen.ts";

export interface Row {
  readonly name: string;
  readonly nodes: number;
  mutations: number;
  said: number;
  /** Reported as errors of the description. */
  refused: number;
  explained: number;
}

export type Judgement = "major" | "minor" | "patch" | "error" | "explained" | "silent";

export class Judged {
  readonly rows: Row[] = [];
  /** Changes that nothing was said about, and that no reason is listed for. */
  readonly silent: string[] = [];
  /** How often each reason applied. */
  readonly reasons: Map<Unseen, number> = new Map<Unseen, number>();
  /** What we say by what asyncapi/diff says: `breaking major`. */
  readonly beside: Map<string, number> = new Map<string, number>();
  /** The kinds of node of what asyncapi/diff calls breaking and we do not call major, by what we say. */
  readonly lower: Map<string, number> = new Map<string, number>();
  private readonly reached = new Set<string>();

  /** Every so many mutations. */
  run(description: ProbedDescription, share: number): void {
    const probe = new Probe(description);
    const mutations = probe.nodes.flatMap((node) => probe.mutationsOf(node)).filter((_, at) => at % share === 0);
    const row: Row = {
      name: description.name,
      nodes: probe.nodes.length,
      mutations: 0,
      said: 0,
      refused: 0,
      explained: 0,
    };
    this.rows.push(row);
    const base = description.asyncapi === undefined ? null : dereferenced(probe.entry, (file) => probe.valueOf(file));
    for (const mutation of mutations) {
      const judgement = this.judgementOf(probe, probe.verdictOf(mutation));
      row.mutations += 1;
      if (judgement === "error") row.refused += 1;
      else if (judgement === "explained") row.explained += 1;
      else if (judgement !== "silent") row.said += 1;
      else
        this.silent.push(
          `${description.name}: ${mutation.act} ${mutation.node.kind} at /${mutation.node.tokens.join("/")}`,
        );
      if (base !== null) this.compare(base, probe, mutation, judgement);
    }
  }

  /** The rows of their table that no mutation reached. */
  unreached(version: 2 | 3): string[] {
    return breakingRows(version).filter((row) => !this.reached.has(`${version} ${row}`));
  }

  private judgementOf(probe: Probe, { mutation, changes }: Verdict): Judgement {
    if (changes === null) return "error";
    const bump = largestOf(changes.map((change) => change.bump));
    if (bump !== null) return bump;
    const reason = reasonFor(mutation, probe.around(mutation));
    if (reason === null) return "silent";
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    return "explained";
  }

  private compare(base: unknown, probe: Probe, mutation: Mutation, judgement: Judgement): void {
    const revision = dereferenced(probe.entry, (file) =>
      // A changed reference may lead to no file.
      file === mutation.node.file ? mutation.value : existsSync(file) ? probe.valueOf(file) : undefined,
    );
    const theirs = theirVerdict(base, revision);
    if (theirs === null) return;
    const version = String(Reflect.get(Object(base), "asyncapi")).startsWith("2") ? 2 : 3;
    for (const row of [...theirs.rows, ...(theirVerdict(revision, base)?.rows ?? [])])
      this.reached.add(`${version} ${row}`);
    count(this.beside, `${theirs.verdict} ${judgement}`);
    if (theirs.verdict === "breaking" && judgement !== "major" && judgement !== "error")
      count(this.lower, `${mutation.node.kind} ${mutation.act} ${judgement}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

// A description -> what `waybill diff` says when one of its nodes is deleted or changed, for each node.
import { readFileSync } from "node:fs";
import path from "node:path";
import { readApi } from "../../../generators/src/checks/model-checks.ts";
import { Report } from "../../../generators/src/diagnostics/index.ts";
import type { Change } from "../../../generators/src/diff/change.ts";
import { diffApis } from "../../../generators/src/diff/index.ts";
import type { Api } from "../../../generators/src/model/api.ts";
import { defaultLimits } from "../../../generators/src/source/limits.ts";
import { formatOf, parseFile } from "../../../generators/src/source/parse.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";
import { nodesOf, type ProbedNode } from "./nodes.ts";
import type { Surroundings } from "./unseen.ts";

export interface ProbedDescription {
  readonly name: string;
  /** An absolute path. */
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** The values of files that are not on disk as they are probed, by path. */
  readonly values?: ReadonlyMap<string, unknown>;
  /** Codes of errors that the description itself has. */
  readonly tolerate?: readonly string[];
}

/** `changes` is `null` when the changed description has errors, which `waybill diff` prints. */
export interface Verdict {
  readonly mutation: Mutation;
  readonly changes: readonly Change[] | null;
}

export class Probe {
  readonly nodes: readonly ProbedNode[];
  private readonly description: ProbedDescription;
  private readonly values = new Map<string, unknown>();
  private readonly base: Api;

  /** Throws when the description has errors. */
  constructor(description: ProbedDescription) {
    this.description = description;
    for (const [file, value] of description.values ?? []) this.values.set(file, value);
    this.nodes = nodesOf(this.entry, (file) => this.valueOf(file));
    const base = this.read(null);
    if (typeof base === "string") throw new Error(`${description.name} has errors: ${base}`);
    this.base = base;
  }

  get entry(): string {
    return this.description.openapi ?? this.description.asyncapi ?? "";
  }

  valueOf(file: string): unknown {
    if (!this.values.has(file)) {
      const text = readFileSync(file, "utf8");
      const parsed = parseFile({ path: file, text, format: formatOf(file), limits: defaultLimits });
      this.values.set(file, parsed.ok ? parsed.value : undefined);
    }
    return this.values.get(file);
  }

  mutationsOf(node: ProbedNode): Mutation[] {
    return mutationsOf(node, this.valueOf(node.file));
  }

  /** What the reasons for silence look at. */
  around({ node }: Mutation): Surroundings {
    const document = this.valueOf(node.file);
    return {
      parent: valueAt(document, node.tokens.slice(0, -1)),
      file: document,
      document: this.valueOf(this.entry),
      resolve: (ref) => (ref.startsWith("#/") ? valueAt(document, ref.slice(2).split("/")) : undefined),
    };
  }

  verdictOf(mutation: Mutation): Verdict {
    const revision = this.read(mutation);
    return { mutation, changes: typeof revision === "string" ? null : diffApis(this.base, revision) };
  }

  private read(mutation: Mutation | null): Api | string {
    const { openapi, asyncapi, tolerate = [] } = this.description;
    const report = new Report({
      api: "",
      tolerance: { codes: new Set(tolerate) as never, isLenient: () => false },
      targets: null,
    });
    const { api } = readApi(
      {
        cwd: path.dirname(this.entry),
        ...(openapi === undefined ? {} : { openapi }),
        ...(asyncapi === undefined ? {} : { asyncapi }),
        readText: (file) => (this.values.has(file) ? "" : readFileSync(file, "utf8")),
        parse: (file) => {
          if (mutation?.node.file === file.path) return { ok: true, value: mutation.value };
          return { ok: true, value: this.valueOf(file.path) };
        },
      },
      report,
    );
    report.refuseLosses();
    if (api === null || report.hasErrors)
      return report
        .list()
        .map(({ code }) => code)
        .join(", ");
    return api;
  }
}

function valueAt(document: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>((at, token) => Reflect.get(Object(at), token), document);
}

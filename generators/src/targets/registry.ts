// The targets by name: what each is for, and how to load it. Loading this loads none of them.
import { type Target, type TargetDefinition, type TargetName, targetNames } from "./target.ts";

export interface TargetRow {
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** Targets whose output this one imports. */
  readonly needs: readonly string[];
  /** The kind of document there must be; `null` when either will do. */
  readonly document: "openapi" | "asyncapi" | null;
  /** Generated when no target is named. */
  readonly byDefault: boolean;
  /** Another tool makes it, from the files of the description instead of the model. */
  readonly readsFiles?: true;
  readonly load: () => Promise<{ readonly target: TargetDefinition }>;
}

export interface OwnTargetRow extends TargetRow {
  readonly needs: readonly TargetName[];
  readonly load: () => Promise<{ readonly target: Target }>;
}

export const registry: Readonly<Record<TargetName, OwnTargetRow>> = {
  types: {
    summary: "a type for every schema, request and response",
    needs: [],
    document: null,
    byDefault: true,
    load: () => import("./types/target.ts"),
  },
  paths: {
    summary: "the `paths` type of openapi-typescript, for openapi-fetch and its family",
    needs: [],
    document: "openapi",
    byDefault: false,
    readsFiles: true,
    load: () => import("./paths/target.ts"),
  },
  zod: {
    summary: "a Zod 4 schema for every schema, exact both ways",
    needs: ["types"],
    document: null,
    byDefault: true,
    load: () => import("./zod/target.ts"),
  },
  server: {
    summary: "the handler interface, the route table, and what serves them",
    needs: ["types", "zod"],
    document: "openapi",
    byDefault: true,
    load: () => import("./server/target.ts"),
  },
  client: {
    summary: "the operation table, a typed method for every operation, and what sends them",
    needs: ["types"],
    document: "openapi",
    byDefault: true,
    load: () => import("./client/target.ts"),
  },
  webhooks: {
    summary: "the union of all events, a schema for each event and for its headers, the examples of each",
    needs: ["types", "zod"],
    document: "asyncapi",
    byDefault: true,
    load: () => import("./webhooks/target.ts"),
  },
  samples: {
    summary: "samples of every operation in curl, TypeScript and Python, from the description's examples",
    needs: ["client"],
    document: "openapi",
    byDefault: false,
    load: () => import("./samples/target.ts"),
  },
};

/** The targets there are for an API: Waybill's own, and those its configuration brings, in this order. */
export function targetRows(custom: readonly TargetDefinition[]): ReadonlyMap<string, TargetRow> {
  const own = targetNames.map((name) => [name, registry[name]] as const);
  return new Map([...own, ...custom.map((target) => [target.name, rowOf(target)] as const)]);
}

function rowOf(target: TargetDefinition): TargetRow {
  const { summary, needs, document = null } = target;
  return { summary, needs, document, byDefault: false, load: async () => ({ target }) };
}

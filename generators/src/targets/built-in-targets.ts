// Waybill's own targets, defined like a user's. Loading this loads none of their code: `render` does.
import type { Purpose } from "../diagnostics/code.ts";
import type { ScopedTarget } from "../diagnostics/verdict.ts";
import { valuesUnlikeJson } from "../model/api-options.ts";
import { defineTarget } from "./define.ts";
import { oneOf } from "./option-values.ts";
import { checkLanguages, languages } from "./samples/languages.ts";
import { checkClient, type SamplesOptions } from "./samples/sample-client.ts";
import type { Target } from "./target.ts";
import type { WebhooksOptions } from "./webhooks/webhooks-target.ts";

const types: Target<object, "types"> = defineTarget({
  name: "types",
  summary: "a type for every schema, request and response",
  needs: [],
  render: async (api, context) => (await import("./types/types-target.ts")).renderTypes(api, context),
});

const zod: Target<object, "zod"> = defineTarget({
  name: "zod",
  summary: "a Zod 4 schema for every schema that accepts exactly the same values",
  needs: ["types"],
  render: async (api, context) => (await import("./zod/zod-target.ts")).renderZod(api, context),
});

const server: Target<object, "server"> = defineTarget({
  name: "server",
  summary: "the handler interface, the route table, and adapters that serve them",
  needs: ["types", "zod"],
  callsGuards: true,
  document: "openapi",
  render: async (api, context) => (await import("./server/server-target.ts")).renderServer(api, context),
});

const client: Target<object, "client"> = defineTarget({
  name: "client",
  summary: "a client: the operation table, and a typed method for every operation",
  needs: ["types"],
  document: "openapi",
  render: async (api, context) => (await import("./client/client-target.ts")).renderClient(api, context),
});

const webhooks: Target<WebhooksOptions, "webhooks"> = defineTarget({
  name: "webhooks",
  summary:
    "events: their types and schemas, and a receiver and a sender if the description defines how they are signed",
  needs: ["types", "zod"],
  namedWithout: "asyncapi",
  options: { receiver: true },
  accepts: { receiver: oneOf(true, false, "parts") },
  render: async (api, context) => (await import("./webhooks/webhooks-target.ts")).renderWebhooks(api, context),
});

const samples: Target<SamplesOptions, "samples"> = defineTarget({
  name: "samples",
  summary: "a data file: a sample request of every operation in curl and five languages, for documentation pages",
  needs: ["client"],
  document: "openapi",
  options: { client: null, languages },
  check: ({ client: clientOption, languages: chosen }) => [...checkClient(clientOption), ...checkLanguages(chosen)],
  refuses: valuesUnlikeJson,
  render: async (api, context) => (await import("./samples/samples-target.ts")).renderSamples(api, context),
});

type BuiltInTarget = typeof types | typeof zod | typeof server | typeof client | typeof webhooks | typeof samples;

/** In the order in which they are generated. */
export const builtInTargets: readonly BuiltInTarget[] = [types, zod, server, client, webhooks, samples];

/** The default targets. */
export const defaultTargets: readonly BuiltInTarget[] = [types, zod, server, client, webhooks];

export type TargetName = BuiltInTarget["name"];

/** The options of one of our targets. */
export type OptionsOf<Name extends TargetName> =
  Extract<BuiltInTarget, { readonly name: Name }> extends Target<infer Options, Name> ? Options : never;

export const targetNames: readonly TargetName[] = builtInTargets.map(({ name }) => name);

export function isTargetName(name: string): name is TargetName {
  return targetNames.some((targetName) => targetName === name);
}

/** Our target of a name. */
export function builtInTargetOf(name: TargetName): Target {
  const match = builtInTargets.find((target) => target.name === name);
  if (match === undefined) throw new TypeError(`there is no target ${name}`);
  return match;
}

const purposes: Readonly<Record<TargetName, readonly Purpose[]>> = {
  types: [],
  zod: ["validation"],
  server: ["serving"],
  client: ["calls"],
  webhooks: ["deliveries"],
  samples: ["samples"],
};

/** Ours whose output is for one of these. */
export function targetsFor(wanted: readonly Purpose[]): TargetName[] {
  return targetNames.filter((name) => purposes[name].some((purpose) => wanted.includes(purpose)));
}

/** A target as errors are weighed for it. Those of users are stopped with what they need. */
export function scopedTarget({ name, needs, isWanted }: Omit<ScopedTarget, "serves">): ScopedTarget {
  const serves = new Set([name, ...needs].flatMap((one) => (isTargetName(one) ? purposes[one] : [])));
  return { name, needs, serves, isWanted };
}

/** All targets of an API: ours, then those of its configuration. */
export function targetsByName(custom: readonly Target[]): ReadonlyMap<string, Target> {
  return new Map([...builtInTargets, ...custom].map((target) => [target.name, target]));
}

// Waybill's own targets, defined like a user's. Loading this loads none of their code: `render` does.
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
  summary: "a Zod 4 schema for every schema, exact both ways",
  needs: ["types"],
  render: async (api, context) => (await import("./zod/zod-target.ts")).renderZod(api, context),
});

const server: Target<object, "server"> = defineTarget({
  name: "server",
  summary: "the handler interface, the route table, and what serves them",
  needs: ["types", "zod"],
  document: "openapi",
  render: async (api, context) => (await import("./server/server-target.ts")).renderServer(api, context),
});

const client: Target<object, "client"> = defineTarget({
  name: "client",
  summary: "the operation table, a typed method for every operation, and what sends them",
  needs: ["types"],
  document: "openapi",
  render: async (api, context) => (await import("./client/client-target.ts")).renderClient(api, context),
});

const webhooks: Target<WebhooksOptions, "webhooks"> = defineTarget({
  name: "webhooks",
  summary:
    "events: their types and schemas, and what receives and sends them where the description says how they are signed",
  needs: ["types", "zod"],
  namedWithout: "asyncapi",
  options: { receiver: true },
  accepts: { receiver: oneOf(true, false, "parts") },
  render: async (api, context) => (await import("./webhooks/webhooks-target.ts")).renderWebhooks(api, context),
});

const samples: Target<SamplesOptions, "samples"> = defineTarget({
  name: "samples",
  summary: "a file of data: a sample of every operation in curl and five languages, for documentation pages",
  needs: ["client"],
  document: "openapi",
  options: { client: null, languages },
  check: ({ client: given, languages: chosen }) => [...checkClient(given), ...checkLanguages(chosen)],
  refuses: valuesUnlikeJson,
  render: async (api, context) => (await import("./samples/samples-target.ts")).renderSamples(api, context),
});

type OwnTarget = typeof types | typeof zod | typeof server | typeof client | typeof webhooks | typeof samples;

/** In the order in which they are generated. */
export const ownTargets: readonly OwnTarget[] = [types, zod, server, client, webhooks, samples];

/** The default targets. */
export const defaultTargets: readonly OwnTarget[] = [types, zod, server, client, webhooks];

export type TargetName = OwnTarget["name"];

/** The options of one of our targets. */
export type OptionsOf<Name extends TargetName> =
  Extract<OwnTarget, { readonly name: Name }> extends Target<infer Options, Name> ? Options : never;

export const targetNames: readonly TargetName[] = ownTargets.map(({ name }) => name);

export function isTargetName(name: string): name is TargetName {
  return targetNames.some((own) => own === name);
}

/** Our target of a name. */
export function ownTargetOf(name: TargetName): Target {
  const found = ownTargets.find((target) => target.name === name);
  if (found === undefined) throw new TypeError(`there is no target ${name}`);
  return found;
}

/** All targets of an API: ours, then those of its configuration. */
export function targetsByName(custom: readonly Target[]): ReadonlyMap<string, Target> {
  return new Map([...ownTargets, ...custom].map((target) => [target.name, target]));
}

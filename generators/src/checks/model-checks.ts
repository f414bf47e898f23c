// The checks of every read of a description, in all commands: later code relies on a model that passed them.

import type { Draft } from "../model/finish/naming/names.ts";
import type { HttpApi, Operation } from "../model/http.ts";
import type { Message, MessagingApi } from "../model/messaging.ts";
import type { NamedSchema } from "../model/schema.ts";
import type { Reading } from "../read/fields/index.ts";
import { checkFormats, type SchemaRegistry } from "../read/jsonschema/index.ts";
import { checkBodies } from "../read/openapi/check-bodies.ts";
import { checkRequests } from "../read/openapi/paths.ts";
import { checkCounts } from "./counts.ts";
import { checkCycles } from "./cycles.ts";
import { checkRestated } from "./restated-schemas.ts";

/** A model whose names are decided, and the reading it comes from. */
export interface DraftModel {
  readonly reading: Reading;
  readonly registry: SchemaRegistry;
  readonly http: HttpApi | null;
  readonly messaging: MessagingApi | null;
  readonly schemas: readonly Draft<NamedSchema, "schema">[];
  readonly operations: readonly Operation[];
  readonly messages: readonly Message[];
}

/** In order: checks that follow references come after the check for cycles. */
export const modelChecks: Readonly<Record<string, (model: DraftModel) => void>> = {
  cycles: ({ schemas, reading }) => checkCycles(schemas, reading.report, reading.sources.limits),
  counts: (model) => checkCounts(model.reading, model),
  "restated schemas": ({ registry, http, messaging, schemas, reading }) => {
    if (registry.hasUnevaluated) checkRestated({ http, messaging, schemas }, reading.report, reading.sources.limits);
  },
  bodies: ({ reading, operations }) => checkBodies(reading, operations),
  requests: ({ reading, http }) => checkRequests(reading, http?.operations ?? []),
  formats: ({ registry, reading }) => checkFormats(registry, reading.report),
};

// What readers return -> the API, with all that one place of a description does not decide: the forms of each direction, names and pages.
import type { Report } from "../../diagnostics/index.ts";
import { Sameness } from "../analysis/discrimination.ts";
import type { Api } from "../api.ts";
import type { ApiOptions } from "../api-options.ts";
import { type Draft, withMessages, withOperations } from "../draft.ts";
import { withAlternatives, withReceivedRequest, withStreamedBodies, withWholeArrays } from "./bodies.ts";
import type { ClosedSide } from "./enum-rules.ts";
import { withForms } from "./forms.ts";
import { hookedNames } from "./naming/name-hooks.ts";
import { namesOf } from "./naming/names.ts";
import { markBigints, withOutputs } from "./outputs.ts";
import { withPagination } from "./pagination/pagination.ts";

/** `closed`: the direction in which enums that the configuration opened are closed. */
export function finish(report: Report, draft: Draft, options: ApiOptions, closed: ClosedSide): Api {
  const { arrayParts, binary, defaults, int64, names: hooks, pagination, prefer } = options;
  const read = arrayParts === "whole" ? { ...draft, http: withOperations(draft.http, withWholeArrays) } : draft;
  const formed = withForms(read, closed);
  const filled = defaults === "apply" ? withOutputs(formed) : formed;
  const sameness = new Sameness();
  const http = withOperations(filled.http, (operation) =>
    withAlternatives(
      withReceivedRequest(binary === "stream" ? withStreamedBodies(operation) : operation),
      sameness,
      prefer,
    ),
  );
  const { messaging, schemas } = filled;
  if (int64 === "bigint") markBigints({ http, messaging, schemas });
  const names = hookedNames(
    report,
    namesOf(report, { http, messaging, schemas }, hooks.operation !== undefined),
    hooks,
  );
  const named = withOperations(http, (operation) => ({ ...operation, ...nameIn(names.operations, operation) }));
  return {
    http: withPagination(named, pagination),
    messaging: withMessages(messaging, (one) => ({ ...one, typeName: nameIn(names.messages, one) })),
    schemas: schemas.map((schema) => Object.assign(schema, { name: nameIn(names.schemas, schema) })),
  };
}

function nameIn<Key, Name>(names: ReadonlyMap<Key, Name>, key: Key): Name {
  const name = names.get(key);
  if (name === undefined) throw new Error("a part of the model has no name");
  return name;
}

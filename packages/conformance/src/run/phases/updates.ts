// An update in which every member is optional -> each member is sent alone: it changes, and the others stay.

import { asObject } from "../../values/json.ts";
import { differenceOf, type Members } from "../comparison.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { bodyTypeOf, inputsFor } from "../inputs.ts";

/** Each field of a partial update by itself: it changes, and the others stay. */
export async function checkUpdates(context: Context, created: CallResult, linked: CallResult): Promise<void> {
  const { operation, values } = linked;
  const mediaType = bodyTypeOf(operation);
  const all = inputsFor(context, operation, "all")?.values.body;
  const required = inputsFor(context, operation, "required")?.values.body;
  if (mediaType === null || all?.kind !== "value" || required?.kind !== "value") return;
  // A body that requires something replaces the whole.
  if (Object.keys(asObject(required.value) ?? { some: 1 }).length > 0) return;
  const members = Object.keys(asObject(all.value) ?? {});
  let state: Members = { ...asObject(created.json), ...asObject(linked.json) };
  const fields = Object.entries(asObject(all.value) ?? {});
  // The first one again, when all others have been changed.
  for (const [name, value] of [...fields, ...fields.slice(0, 1)]) {
    const changed = typeof value === "boolean" && state[name] === value ? !value : value;
    const result = await context.call(operation, {
      ...values,
      body: { kind: "value", mediaType, value: { [name]: changed } },
    });
    const after = asObject(result.json);
    if (!isAccepted(result.status) || after === null) continue;
    const own = differenceOf(changed, after[name], name);
    if (own !== null) context.object("lost-write", `${operation.id} does not change ${own}`, result);
    const others = members.filter((member) => member !== name && state[member] !== undefined);
    for (const difference of operation.method === "put"
      ? changesOf(others, state, after)
      : losses(others, state, after)) {
      const message = `${operation.id} changes ${difference} when only ${name} is sent`;
      context.object("lost-write", message, result);
    }
    state = { ...state, ...after };
  }
}

function losses(names: readonly string[], before: Members, after: Members): string[] {
  return names.flatMap((name) => differenceOf(before[name], after[name], name) ?? []);
}

/** None where all others have changed or gone: then PUT replaces the whole, as HTTP has it, and what is left out is reset. */
function changesOf(names: readonly string[], before: Members, after: Members): string[] {
  const found = losses(names, before, after);
  const gone = names.filter((name) => after[name] === undefined);
  return found.length + gone.length === names.length ? [] : found;
}

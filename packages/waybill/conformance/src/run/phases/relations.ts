// What is inside of something and what is done to it, by the paths alone: a resource is there only below its parent, it is gone with it, and
// an action that may conflict with the state of a resource is refused in one of its states.
import type { Json, Operation } from "waybill/description";
import { enumOf, schemasAt } from "../../description/schema-parts.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, provide } from "../creating.ts";
import { bodyTypeOf, follow, inputsFor, inputsFromLink, isReading } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { pathValues, type RequestValues } from "../request-values.ts";
import { declaresAbsence } from "./unknown.ts";

export function* relations(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const { id, method, path, responses } = operation;
    const parent = parentOf(context, operation);
    if (parent !== null && declaresAbsence(operation) && hasId(operation)) {
      const run = (): Promise<void> => tryOtherParent(context, operation, parent);
      yield caseOf("unknown", operation, "unknown/other-parent", run, { elsewhere: "or last" });
    }
    if (method === "post" && parent !== null) {
      const run = (): Promise<void> => deleteParent(context, operation, parent);
      yield caseOf("links", operation, "links/parent-deleted", run, { elsewhere: "or last" });
    }
    const mayConflict = responses.some(({ status }) => status.kind === "code" && status.code === 409);
    const isAction =
      method === "post" && path.text.includes("}/") && !path.text.endsWith("}") && bodyTypeOf(operation) === null;
    if (isAction && mayConflict && context.links.producersOf(operation).length > 0) {
      const run = (): Promise<void> => repeatAction(context, operation);
      yield caseOf("life cycle", { id }, "repeated-action", run, { elsewhere: "or last" });
    }
  }
}

interface Parent {
  /** That makes it. */
  readonly producer: Operation;
  /** The parameter with its id in the paths below it. */
  readonly parameter: string;
}

/** Of `/projects/{projectId}/tickets`: `POST /projects`, whose response has the id. */
function parentOf({ description, links }: Context, { path }: Operation): Parent | null {
  const [, base, parameter] = /^([^{}]*)\/\{([^{}]+)\}\/[^{}]/.exec(path.text) ?? [];
  const producer = description.operations.find((one) => one.method === "post" && one.path.text === base);
  const reader = description.operations.find(
    (one) => one.method === "get" && one.path.text === `${base}/{${parameter}}`,
  );
  const isLinked = reader !== undefined && producer !== undefined && links.producersOf(reader).includes(producer);
  return parameter === undefined || producer === undefined || !isLinked ? null : { producer, parameter };
}

/** Whether the path has an id behind that of the parent. */
function hasId({ path }: Operation): boolean {
  return path.segments.filter(({ kind }) => kind === "parameter").length > 1;
}

/** The values of a path below something that was made just now. */
async function parentValues(context: Context, { producer, parameter }: Parent): Promise<Record<string, Json> | null> {
  const made = await create(context, producer);
  const leading = made === null ? null : follow(context, made, (one) => one.parameters.path[parameter] !== undefined);
  const id = leading?.values.parameters.path[parameter];
  return id === undefined ? null : { [parameter]: id };
}

function below(values: RequestValues, path: Readonly<Record<string, Json>>): RequestValues {
  return { ...values, parameters: { ...values.parameters, path: { ...values.parameters.path, ...path } } };
}

async function tryOtherParent(context: Context, operation: Operation, parent: Parent): Promise<void> {
  const values = await provide(context, operation);
  const path = await parentValues(context, parent);
  if (values === null || path === null || values.parameters.path[parent.parameter] === path[parent.parameter]) return;
  // Where the right one is rejected, the other one shows nothing.
  const other = await context.call(operation, below(values, path));
  if (!isAccepted(other.status) || !isAccepted((await context.call(operation, values)).status)) return;
  context.fault("unknown-id-accepted", other, `returns ${other.status} for what is below another ${parent.parameter}`);
}

async function deleteParent(context: Context, producer: Operation, parent: Parent): Promise<void> {
  const path = await parentValues(context, parent);
  const values = inputsFor(context, producer, "required")?.values;
  const [name, base] = [parent.parameter, parent.producer.path.text];
  const deletion = context.description.operations.find(
    ({ method, path: { text } }) => method === "delete" && text === `${base}/{${name}}`,
  );
  if (path === null || values === undefined || deletion === undefined) return;
  const made = await context.call(producer, below(values, path));
  if (!isAccepted(made.status) || !isAccepted((await context.call(deletion, pathValues(path))).status)) return;
  for (const { followed } of linksOf(context, made)) {
    const next = isReading(followed) && declaresAbsence(followed.operation) ? inputsFromLink(context, followed) : null;
    const result = next === null ? null : await context.call(followed.operation, next);
    if (result === null || !isAccepted(result.status)) continue;
    context.fault(
      "deleted-resource",
      result,
      `returns ${result.status} for what is inside of what ${deletion.id} has deleted`,
    );
  }
}

/** Without a body, a conflict is one with the state: where an action is accepted in each of them, it never comes. */
async function repeatAction(context: Context, operation: Operation): Promise<void> {
  const values = await provide(context, operation);
  if (values === null) return;
  const [reader] = context.description.operations
    .filter(
      ({ method, path: { text } }) =>
        method === "get" && text.endsWith("}") && operation.path.text.startsWith(`${text}/`),
    )
    .sort((one, other) => other.path.text.length - one.path.text.length);
  if (reader === undefined) return;
  const seen = new Map<string, Set<Json>>();
  let last: CallResult | null = null;
  let states: readonly (readonly [name: string, all: readonly string[]])[] = [];
  for (let times = 0; times < mostStates; times += 1) {
    const before = await context.call(reader, pathValues(values.parameters.path));
    const record = asObject(before.json);
    states = statesIn(before);
    if (!isAccepted(before.status) || record === null || states.length === 0) return;
    last = await context.call(operation, values);
    if (!isAccepted(last.status)) return;
    for (const [name] of states) seen.set(name, (seen.get(name) ?? new Set()).add(record[name] ?? null));
    const complete = states.find(([name, all]) => all.every((state) => seen.get(name)?.has(state) === true));
    if (complete === undefined) continue;
    return context.fault(
      "wrong-transition",
      last,
      `is accepted in each ${complete[0]}, although it declares a conflict (409)`,
    );
  }
}

const mostStates = 3;

/** The members of a record whose values are listed: its states, if there are so few of them. */
function statesIn({ verdict, json }: CallResult): [string, readonly string[]][] {
  const schema = verdict?.mediaType?.schema;
  return Object.keys(asObject(json) ?? {}).flatMap((name): [string, readonly string[]][] => {
    const all = schema === undefined ? [] : schemasAt(schema, [name]).flatMap((one) => enumOf(one) ?? []);
    return /^(state|status)$|[a-z_](State|Status|state|status)$/.test(name) &&
      all.length > 1 &&
      all.length <= mostStates
      ? [[name, all]]
      : [];
  });
}

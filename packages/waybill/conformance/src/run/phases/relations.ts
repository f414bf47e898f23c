// What is inside of something and what is done to it, by the paths alone: a resource is there only below its parent, it is gone with it, and
// an action that may conflict with the state of a resource is refused in one of its states.
import type { Json, Operation } from "waybill/description";
import { enumOf, schemasAt } from "../../description/schema-parts.ts";
import { isNamedIn, statedRefusalOf } from "../../description/stated.ts";
import { asObject } from "../../values/json.ts";
import { changedNames } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, createFullest, provide } from "../creating.ts";
import { readAndCompare, readOwn } from "../engines/read-back.ts";
import { List } from "../engines/read-twice.ts";
import { allMembers, bodyTypeOf, callAnew, follow, inputsFor, inputsFromLink, isReading } from "../inputs.ts";
import { ownerOfPath, plainName } from "../knowledge.ts";
import { linksOf } from "../links.ts";
import { differingNames } from "../records.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import { withMembers } from "../variation.ts";
import { followLinksOf } from "./hypermedia.ts";
import { declaresAbsence } from "./unknown.ts";

export function* relations(context: Context): Cases {
  for (const operation of context.description.operations) {
    const undone = undoneBy(context, operation);
    if (undone === null) continue;
    const run = (): Promise<void> => undo(context, operation, undone);
    yield caseOf("life cycle", operation, "undone", run, { elsewhere: "or last" });
  }
  for (const { operation } of context.accepted) {
    const { id, method } = operation;
    const parent = parentOf(context, operation);
    if (parent !== null && declaresAbsence(operation) && hasId(operation)) {
      const run = (): Promise<void> => tryOtherParent(context, operation, parent);
      yield caseOf("unknown", operation, "unknown/other-parent", run, { elsewhere: "or last" });
    }
    if (method === "post" && parent !== null) {
      const run = (): Promise<void> => deleteParent(context, operation, parent);
      yield caseOf("links", operation, "links/parent-deleted", run, { elsewhere: "or last" });
    }
    const hasProducer = context.links.producersOf(operation).length > 0;
    if (hasProducer && (isAction(operation) || method === "put" || method === "patch")) {
      const run = (): Promise<void> => compareListed(context, operation);
      yield caseOf("links", operation, "links/listed-after", run, { elsewhere: "or last" });
    }
    if (method === "delete") {
      const run = (): Promise<void> => deleteReferred(context, operation);
      yield caseOf("links", operation, "links/referred", run, { elsewhere: "or last" });
    }
    if (method === "post" && context.links.isOfParent(operation)) {
      const run = (): Promise<void> => addTwice(context, operation);
      yield caseOf("links", operation, "links/added-twice", run, { elsewhere: "or last" });
    }
    if (hasProducer && method !== "get" && method !== "delete") {
      const run = (): Promise<void> => tryInState(context, operation);
      yield caseOf("life cycle", { id }, "stated-conflict", run, { elsewhere: "or last" });
    }
    if (isConflicting(operation) && hasProducer) {
      const run = (): Promise<void> => repeatAction(context, operation);
      yield caseOf("life cycle", { id }, "repeated-action", run, { elsewhere: "or last" });
    }
  }
}

/** The deletion that an action takes back: `/trash/{noteId}/restore` that of `/notes/{noteId}`. */
function undoneBy({ description }: Context, { method, path }: Operation): Operation | null {
  const [, parameter] = /\/\{([^{}]+)\}\/(?:restore|undelete|recover|unarchive|untrash)$/i.exec(path.text) ?? [];
  if (method !== "post" || parameter === undefined) return null;
  return (
    description.operations.find((one) => one.method === "delete" && one.path.text.endsWith(`/{${parameter}}`)) ?? null
  );
}

/** What is restored is as it was before it was deleted, but for its version and its times. */
async function undo(context: Context, operation: Operation, deletion: Operation): Promise<void> {
  const [producer] = context.links.producersOf(deletion);
  const created = producer === undefined ? null : await createFullest(context, producer);
  const before = created === null ? null : await readOwn(context, created);
  const gone = created === null ? null : follow(context, created, deletion);
  if (created === null || gone === null || before?.resource == null) return;
  if (!isAccepted((await context.call(deletion, gone.values)).status)) return;
  const result = await context.call(operation, { ...gone.values, body: null });
  if (!isAccepted(result.status)) return;
  const after = await readOwn(context, created);
  if (after === null || after.resource === null)
    return context.fault("lost-resource", result, `does not bring back what ${deletion.id} has deleted`);
  for (const name of changedNames(before.resource, after.resource)) {
    if (/version|revision|etag|(_at|At|_on|time)$|stat(e|us)$|deleted|restored/.test(name)) continue;
    context.fault("lost-write", after.result, `returns another ${name} than before ${deletion.id} and ${operation.id}`);
  }
}

/** A conflict that is described by the name of a state: in that state, the operation is rejected. */
async function tryInState(context: Context, operation: Operation): Promise<void> {
  const stated = `${statedRefusalOf(operation, [409, 422])}`;
  const values = stated === "" ? null : await provide(context, operation);
  const reader = values === null ? undefined : readerAbove(context, operation);
  if (values === null || reader === undefined) return;
  const path = pathValues(pickPath(values.parameters.path, reader));
  const states = statesIn(await context.call(reader, path));
  const named = states.flatMap(([name, all]) =>
    all.filter((one) => isNamedIn(stated, one)).map((state) => ({ name, state })),
  );
  for (const { name, state } of named) {
    const actions = context.description.operations.filter(
      (one) => one !== operation && isAction(one) && one.path.text.startsWith(`${reader.path.text}/`),
    );
    for (const action of actions) {
      const next = await provide(context, operation);
      const own = next === null ? null : pickPath(next.parameters.path, reader);
      if (next === null || own === null) return;
      // A request that is rejected for another reason shows nothing of the state.
      if (!isAccepted((await context.call(action, pathValues(own))).status)) continue;
      if (asObject((await context.call(reader, pathValues(own))).json)?.[name] !== state) continue;
      const result = await context.call(operation, next, context.credential(operation));
      if (!isAccepted(result.status)) break;
      const text = `is accepted where ${name} is ${state}, although its rejection is described as: ${stated.trim()}`;
      return context.fault("wrong-transition", result, text);
    }
  }
}

function readerAbove({ description }: Context, operation: Operation): Operation | undefined {
  const [reader] = description.operations
    .filter(
      ({ method, path: { text } }) =>
        method === "get" && text.endsWith("}") && operation.path.text.startsWith(`${text}/`),
    )
    .sort((one, other) => other.path.text.length - one.path.text.length);
  return reader;
}

function pickPath(path: Readonly<Record<string, Json>>, { path: { text } }: Operation): Record<string, Json> {
  return Object.fromEntries(Object.entries(path).filter(([name]) => text.includes(`{${name}}`)));
}

function isAction(operation: Operation): boolean {
  const { method, path } = operation;
  return method === "post" && path.text.includes("}/") && !path.text.endsWith("}") && bodyTypeOf(operation) === null;
}

/** An action that is refused in some state. */
export function isConflicting(operation: Operation): boolean {
  return isAction(operation) && operation.responses.some(({ status }) => status.kind === "code" && status.code === 409);
}

/** What reads the thing that an operation is about, and what lists it. */
function readersOf({ description }: Context, { path }: Operation): readonly [Operation, Operation] | null {
  const reads = description.operations.filter(({ method }) => method === "get");
  const [reader] = reads
    .filter(({ path: { text } }) => text.endsWith("}") && `${path.text}/`.startsWith(`${text}/`))
    .sort((one, other) => other.path.text.length - one.path.text.length);
  const base = reader?.path.text.replace(/\/\{[^{}]*\}$/, "");
  const list = reads.find(({ path: { text } }) => text === base);
  return reader === undefined || list === undefined ? null : [reader, list];
}

/** After an action or an update the list has what a single read has. */
async function compareListed(context: Context, operation: Operation): Promise<void> {
  const [reader, list] = readersOf(context, operation) ?? [];
  if (reader === undefined || list === undefined) return;
  const values = await provide(context, operation);
  if (values === null) return;
  const { path } = values.parameters;
  const pathFor = (of: Operation): Record<string, Json> =>
    Object.fromEntries(Object.entries(path).filter(([name]) => of.path.text.includes(`{${name}}`)));
  const listed = (context.baselines.get(list) ?? { values: pathValues({}) }).values;
  const all = new List(context, { operation: list, values: below(listed, pathFor(list)) });
  // A list may be remembered from before.
  await all.all();
  if (!isAccepted((await context.call(operation, values)).status)) return;
  for (let looks = 0; looks < 2; looks += 1) {
    const single = await context.call(reader, pathValues(pathFor(reader)));
    const page = await all.all();
    const record = asObject(single.json);
    const item = page?.items.find((one) => record !== null && one["id"] !== undefined && one["id"] === record["id"]);
    if (page == null || record === null || item === undefined) return;
    const [name] = differingNames(item, record);
    if (name === undefined) return;
    if (looks > 0)
      all.fault("list-differs", page, `returns a different ${name} than ${reader.id} after ${operation.id}`);
  }
}

/** `POST /carts/{cartId}/items` of the same twice: `/carts/{cartId}/items/{productId}` is one of them. */
async function addTwice(context: Context, operation: Operation): Promise<void> {
  const first = await create(context, operation);
  const link = first === null ? undefined : linksOf(context, first).find(({ followed }) => hasId(followed.operation));
  const again = first === null ? null : await context.call(operation, first.values);
  if (link === undefined || again === null || !isAccepted(again.status)) return;
  const [, collection = "", name = ""] =
    /\/([^/{}]+)\/\{([^{}]+)\}[^{}]*$/.exec(link.followed.operation.path.text) ?? [];
  const id = link.followed.parameters.path[name];
  const items = asObject(again.json)?.[collection];
  const same = Array.isArray(items) ? items.filter((item: unknown) => asObject(item)?.[name] === id) : [];
  if (id === undefined || same.length < 2) return;
  const text = `has ${same.length} ${collection} with the ${name} that is to name one of them in ${link.followed.operation.path.text}`;
  context.fault("rule-broken", again, text);
}

/** What something else refers to may stay, if that is a declared response. */
async function deleteReferred(context: Context, deletion: Operation): Promise<void> {
  const [, name] = /\{([^{}]+)\}$/.exec(deletion.path.text) ?? [];
  const refers = ({ operation, values }: CallResult): string | undefined =>
    operation.method !== "post"
      ? undefined
      : Object.keys({ ...allMembers(context, operation), ...membersOfBody(values) }).find(
          (one) => plainName(one) === plainName(name ?? ""),
        );
  const stated = statedRefusalOf(deletion, [409]);
  for (const referring of name === undefined ? [] : context.accepted) {
    const member = refers(referring);
    if (member === undefined) continue;
    const values = await provide(context, deletion);
    const usual = await provide(context, referring.operation);
    if (values === null || usual === null) return;
    const body = { ...membersOfBody(usual), [member]: values.parameters.path[name ?? ""] ?? null };
    const creation = await callAnew(context, referring.operation, withMembers(referring.operation, usual, body));
    if (isAccepted(creation.status)) await readAndCompare(context, creation);
    const result = isAccepted(creation.status) ? await context.call(deletion, values) : null;
    if (result === null || !isAccepted(result.status)) continue;
    if (!isNamedIn(stated, ownerOfPath(referring.operation.path.text))) continue;
    const text = `deletes what ${referring.operation.id} refers to, although its 409 is described as: ${stated.trim()}`;
    context.fault("wrong-transition", result, text);
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
    // What is read by its id alone may outlive it, and then has no link to it.
    if (!followed.operation.path.text.startsWith(`${base}/`)) {
      await followLinksOf(context, result, asObject(result.json) ?? {});
      continue;
    }
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
  const reader = readerAbove(context, operation);
  if (reader === undefined) return;
  const seen = new Map<string, Set<Json>>();
  let last: CallResult | null = null;
  let states: readonly (readonly [name: string, all: readonly string[]])[] = [];
  for (let times = 0; times < mostStates; times += 1) {
    const before = await context.call(reader, pathValues(values.parameters.path));
    const record = asObject(before.json);
    states = statesIn(before);
    if (!isAccepted(before.status) || record === null || states.length === 0) {
      const reason = "what it is about has no member that lists a few states";
      return context.leftOut.note(operation, "wrong-transition", reason);
    }
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
  const open = states.flatMap(([name, all]) => all.filter((state) => seen.get(name)?.has(state) !== true));
  const reason = `it was always accepted, and may be rejected in a state that was not reached: ${open.join(", ")}`;
  context.leftOut.note(operation, "wrong-transition", reason);
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

// What is inside of something and what is done to it, by the paths alone: a resource is there only below its parent, it is gone with it, and
// an action that may conflict with the state of a resource is refused in one of its states.
import type { Json, Operation } from "waybill/description";
import {
  declares,
  givesBack,
  isNamedIn,
  sentencesIn,
  statedOf,
  statedOfNoChange,
  unsharedRefusalOf,
} from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { changedNames } from "../comparison.ts";
import { type CallResult, type Cases, type Context, isAccepted } from "../context.ts";
import { create, createFullest, provide } from "../creating.ts";
import { readAndCompare, readOwn } from "../engines/read-back.ts";
import { List } from "../engines/read-twice.ts";
import { allMembers, callAnew, follow, inputsFor, inputsFromLink, isReading, makeNamed, namedBy } from "../inputs.ts";
import { ownerOfPath, plainName } from "../knowledge.ts";
import { linksOf } from "../links.ts";
import { differingNames } from "../records.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import { withMembers } from "../variation.ts";
import { followLinksOf } from "./hypermedia.ts";
import { movedTo, moveOf } from "./moves.ts";
import { isAction, lateCase, mostNamed, readerAbove, statesIn } from "./stated-refusals.ts";
import { declaresAbsence } from "./unknown.ts";

export function* relations(context: Context): Cases {
  for (const operation of context.description.operations) {
    const undone = undoneBy(context, operation);
    if (undone !== null) yield lateCase("life cycle", operation, "undone", () => undo(context, operation, undone));
  }
  for (const { operation, values } of context.accepted) {
    const { method } = operation;
    const parent = parentOf(context, operation);
    const isBelow = declaresAbsence(operation) && hasId(operation);
    if (parent !== null && isBelow && !isMadeAtAddress(context, operation, parent)) {
      const run = (): Promise<void> => tryOtherParent(context, operation, parent);
      yield lateCase("unknown", operation, "unknown/other-parent", run);
    }
    if (method === "post" && parent !== null)
      yield lateCase("links", operation, "links/parent-deleted", () => deleteParent(context, operation, parent));
    const hasProducer = context.links.producersOf(operation).length > 0;
    if (hasProducer && (isAction(operation) || method === "put" || method === "patch"))
      yield lateCase("links", operation, "links/listed-after", () => compareListed(context, operation));
    if (hasProducer && method === "put")
      yield lateCase("links", operation, "links/put-twice", () => putTwice(context, operation));
    const named = method === "post" ? { ...allMembers(context, operation), ...membersOfBody(values) } : {};
    for (const name of Object.keys(named)) {
      if (namedBy(context, operation, name) !== null)
        yield lateCase("links", operation, `links/given-back/${name}`, () => giveBack(context, operation, name));
    }
    if (method === "delete")
      yield lateCase("links", operation, "links/referred", async () => {
        await deleteReferred(context, operation);
        await deleteHolder(context, operation);
      });
    if (method === "post" && context.links.isOfParent(operation))
      yield lateCase("links", operation, "links/added-twice", () => addTwice(context, operation));
    if (isConflicting(operation) && hasProducer)
      yield lateCase("life cycle", operation, "repeated-action", () => repeatAction(context, operation));
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

/** An action that is refused in some state. */
export function isConflicting(operation: Operation): boolean {
  return isAction(operation) && declares(operation, 409);
}

/** After an action or an update the list has what a single read has. */
async function compareListed(context: Context, operation: Operation): Promise<void> {
  const reader = readerAbove(context, operation);
  const base = reader?.path.text.replace(/\/\{[^{}]*\}$/, "");
  const list = context.description.operations.find(({ method, path }) => method === "get" && path.text === base);
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

/** The same PUT twice has the effect of one (RFC 9110, 9.2.2), but for versions and times. */
async function putTwice(context: Context, operation: Operation): Promise<void> {
  const values = await provide(context, operation);
  const records: JsonObject[] = [];
  const stated = statedOfNoChange(operation.words.description ?? "");
  for (let times = 0; values !== null && times < 3; times += 1) {
    const result = await context.call(operation, values);
    const record = isAccepted(result.status) ? asObject(result.json) : null;
    if (record === null) return;
    records.push(record);
    const [first = record, second = record] = records;
    if (times < 2) continue;
    const names = changedNames(first, second).filter((one) => changedNames(first, record).includes(one));
    const isKept = (name: string): boolean =>
      isNamedIn(stated, name) || !/version|revision|etag|(_at|At|_on|On|time|date)$|modified/.test(name);
    for (const name of names.filter(isKept))
      context.fault("lost-write", result, `returns another ${name} when the same request is repeated`);
  }
}

/** `the copy is available again`: what a request takes of something that it names, an action on what it has made gives back. */
async function giveBack(context: Context, operation: Operation, name: string): Promise<void> {
  const taken = await makeNamed(context, operation, name);
  const usual = taken === null ? null : await provide(context, operation);
  if (taken === null || usual === null) return;
  const read = async (): Promise<JsonObject> =>
    asObject((await context.call(taken.operation, taken.values)).json) ?? {};
  const before = await read();
  const made = await context.call(
    operation,
    withMembers(operation, usual, { ...membersOfBody(usual), [name]: taken.id }),
    context.credential(operation),
  );
  const between = isAccepted(made.status) ? await read() : before;
  const numbers = changedNames(before, between).filter((one) => typeof before[one] === "number");
  for (const { followed } of linksOf(context, made)) {
    const sentences = sentencesIn(statedOf(followed.operation)).filter(
      (one) => givesBack.test(one) && !/\b(cannot|not|never)\b/i.test(one),
    );
    const isGiven = (member: string): boolean =>
      wordsIn(member).some((word) => sentences.some((one) => isNamedIn(one, word)));
    // Of several moves, `moves` knows which one gives it back.
    const isOther = isReading(followed) || moveOf(followed.operation, made) !== null;
    const given = isOther ? [] : numbers.filter(isGiven);
    const values = given.length === 0 ? null : inputsFromLink(context, followed);
    const result = values === null ? null : await context.call(followed.operation, values);
    if (result === null || !isAccepted(result.status)) continue;
    const after = await read();
    for (const one of given.filter((each) => after[each] !== before[each]))
      context.fault("wrong-state", result, `does not give back the ${one} that ${operation.id} takes`);
    return;
  }
}

/** `availableSeats` -> `available`, `Seat` */
function wordsIn(name: string): string[] {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word.length > 3);
  return words.map((word) => word.replace(/s$/, ""));
}

/** What something else refers to may stay, if that is a declared response. */
async function deleteReferred(context: Context, deletion: Operation): Promise<void> {
  const [, name] = /\{([^{}]+)\}$/.exec(deletion.path.text) ?? [];
  const refers = ({ operation, values }: CallResult): string | undefined =>
    Object.keys(
      operation.method === "post" ? { ...allMembers(context, operation), ...membersOfBody(values) } : {},
    ).find((one) => plainName(one) === plainName(name ?? ""));
  const stated = unsharedRefusalOf(context.description.operations, deletion, [409]);
  for (const referring of name === undefined ? [] : context.accepted) {
    const member = refers(referring);
    if (member === undefined) continue;
    const values = await provide(context, deletion);
    const usual = await provide(context, referring.operation);
    if (values === null || usual === null) return;
    const body = { ...membersOfBody(usual), [member]: values.parameters.path[name ?? ""] ?? null };
    const creation = await callAnew(context, referring.operation, withMembers(referring.operation, usual, body));
    if (isAccepted(creation.status)) await readAndCompare(context, creation);
    // After a conflict it may refer to something else.
    const isReferring = isAccepted(creation.status) && membersOfBody(creation.values)?.[member] === body[member];
    const result = isReferring ? await context.call(deletion, values) : null;
    if (result === null || !isAccepted(result.status)) continue;
    if (
      !isNamedIn(stated, ownerOfPath(referring.operation.path.text)) &&
      !sharesWords(stated, referring.operation, name)
    )
      continue;
    // In another state than those that are named it is not in the way.
    const isBeside = statesIn(creation, mostNamed).some(([state, all]) => {
      const named = all.filter((one) => isNamedIn(stated, one));
      return named.length > 0 && !named.some((one) => one === asObject(creation.json)?.[state]);
    });
    if (isBeside) continue;
    const text = `deletes what ${referring.operation.id} refers to, although its 409 is described as: ${stated.trim()}`;
    context.fault("wrong-transition", result, text);
  }
}

/** `409 if there is any hold`: what was just made below it is in the way of its deletion. */
async function deleteHolder(context: Context, deletion: Operation): Promise<void> {
  const { words } = deletion;
  const about = `${words.summary ?? ""}. ${words.description ?? ""}. ${unsharedRefusalOf(context.description.operations, deletion, [409])}`;
  for (const { operation, values: usual } of context.accepted) {
    const isBelow = operation.path.text.startsWith(`${deletion.path.text}/`) && /post|put/.test(operation.method);
    const noun = ownerOfPath(operation.path.text);
    const why = sentencesIn(about).find(
      (one) => /\b409\b|\b(?:refused|rejected|cannot)\b/i.test(one) && isInTheWay(one, noun),
    );
    if (!isBelow || why === undefined || !declares(deletion, 409)) continue;
    const values = await provide(context, deletion);
    if (values === null) return;
    // What else its path names may be gone by now.
    const fresh = inputsFor(context, operation, "required")?.values ?? usual;
    let isMade = false;
    for (const one of [usual, fresh])
      isMade ||= (await context.call(operation, below(one, values.parameters.path))).status === 201;
    const result = isMade ? await context.call(deletion, values) : null;
    if (result === null || !isAccepted(result.status)) continue;
    const text = `deletes what ${operation.id} was called for, although its 409 is described as: ${why.trim()}`;
    context.fault("wrong-transition", result, text);
  }
}

/** Any of them, without a word that says which. */
function isInTheWay(sentence: string, noun: string): boolean {
  const any = `(?:if|while|when|has|have|contains?|there (?:is|are)|or)(?: still)?(?: has| have| contains?)?(?: an?| any| some)`;
  const [, behind = ""] = new RegExp(`\\b${any} ${noun}(?:s|es)?\\b([^.;]*)`, "i").exec(sentence) ?? [null, "that"];
  return !/\b(?:that|which|who|whose|in (?:a|the|one) \w+|with|not|only|unless|except)\b/i.test(behind);
}

/** `Copies are lent`, and the operation that refers to it returns `Lent`: a word of both, other than that for the thing itself. */
function sharesWords(stated: string, referring: Operation, parameter = ""): boolean {
  const common = /^(that|this|there|with|have|been|from|still|cannot|some|because|while|when)$/i;
  const words = wordsIn(stated).filter((one) => !common.test(one) && !isNamedIn(one, parameter.replace(/_?id$/i, "")));
  return words.some((word) => isNamedIn(statedOf(referring), word));
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

/** `PUT /carts/{cartId}/items/{sku}`, where nothing else makes the items, and what is made so: below another parent there is another one. */
function isMadeAtAddress({ links, makers }: Context, operation: Operation, { producer }: Parent): boolean {
  const isPut = operation.method === "put" && links.producersOf(operation).every((one) => one === producer);
  return isPut || makers.has(operation);
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
  const remove = async (): Promise<CallResult> => await context.call(deletion, pathValues(path));
  const deleted = isAccepted(made.status) ? await remove() : null;
  if (deleted === null || !(isAccepted(deleted.status) || (await deleteAfterMove(context, made, deleted, remove))))
    return;
  for (const { followed } of linksOf(context, made)) {
    const next = isReading(followed) && declaresAbsence(followed.operation) ? inputsFromLink(context, followed) : null;
    const result = next === null ? null : await context.call(followed.operation, next);
    if (result === null || !isAccepted(result.status)) continue;
    // What is read by its id alone may outlive it, and then has no link to it.
    if (!followed.operation.path.text.startsWith(`${base}/`) && !goesWith(deletion, producer)) {
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

/** What is in the way of a deletion (409) may only be its state: it is moved to each other one. Whether the deletion was accepted then. */
async function deleteAfterMove(
  context: Context,
  made: CallResult,
  deleted: CallResult,
  remove: () => Promise<CallResult>,
): Promise<boolean> {
  for (const { followed } of deleted.status === 409 ? linksOf(context, made) : []) {
    const move = isReading(followed) ? null : moveOf(followed.operation, made);
    for (const target of move?.targets ?? []) {
      const values = move === null ? null : movedTo(context, move, { path: followed.parameters.path, target });
      const moved = values === null ? null : await context.call(followed.operation, values);
      if (moved !== null && isAccepted(moved.status) && isAccepted((await remove()).status)) return true;
    }
  }
  return false;
}

/** `The project goes with all its issues`, `Deletes the project and its issues`. */
function goesWith(deletion: Operation, producer: Operation): boolean {
  const noun = ownerOfPath(producer.path.text);
  return sentencesIn(statedOf(deletion)).some(
    (one) =>
      new RegExp(`\\b(?:with|and|including) (?:(?:all|its|their|the|of|any) )+${noun}(?:s|es)?\\b`, "i").test(one) &&
      !/\b(?:not|unless|remains?|keeps?|stays?|4\\d\\d if)\b/i.test(one),
  );
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
    states = statesIn(before, mostStates);
    if (!isAccepted(before.status) || record === null || states.length === 0) {
      const reason = "what it is about has no member that lists a few states";
      return context.leftOut.note(operation, "wrong-transition", reason);
    }
    last = await context.call(operation, values);
    if (!isAccepted(last.status)) return;
    for (const [name] of states) seen.set(name, (seen.get(name) ?? new Set()).add(record[name] ?? null));
    const complete = states.find(([name, all]) => all.every((state) => seen.get(name)?.has(state) === true));
    if (complete === undefined) continue;
    // What turns a state and turns it back conflicts with something else.
    const after = asObject((await context.call(reader, pathValues(values.parameters.path))).json);
    if (after?.[complete[0]] !== record[complete[0]]) return;
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

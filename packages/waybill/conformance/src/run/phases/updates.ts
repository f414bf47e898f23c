// A partial update with every set of members, in values of every kind: what is sent is what is read, nothing else changes, and the time of
// the change is no older than something that was made before it. One of which a member is wrong and all others are new is refused as a
// whole, and the resource stays as it was.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { namesIn, propertiesIn, schemasAt } from "../../description/schema-parts.ts";
import {
  excludesNothing,
  isNamedIn,
  sentencesIn,
  statedMemberOf,
  statedOf,
  statedOfNoChange,
} from "../../description/stated.ts";
import { asObject, type JsonObject, valueAt, withoutMember } from "../../values/json.ts";
import { invalidVariants, validVariants } from "../../values/variants.ts";
import { changedNames, differenceOf } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { create, createFullest, variedBodies } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { checkUnchanged, type Reading, readOwn } from "../engines/read-back.ts";
import {
  allMembers,
  bodyTypeOf,
  callAnew,
  changeOf,
  follow,
  inputsFor,
  isPartialUpdate,
  isUrlName,
} from "../inputs.ts";
import { isReference } from "../knowledge.ts";
import { isBound } from "../limits.ts";
import { linksOf } from "../links.ts";
import { isSame, timesOfChange, timesOfCreation } from "../records.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { entriesIn } from "../rules/entries.ts";
import { type Default, defaultsOf } from "../rules/record-rules.ts";
import { renewed, withMembers } from "../variation.ts";
import { locksIn } from "../versions.ts";
import { etagOf } from "./conditions.ts";

/** So many values of one member are tried. */
const most = 4;

export function* updates(context: Context): Cases {
  for (const { producer, operation } of updatesIn(context)) {
    // A body that requires something replaces the whole.
    const run = (): Promise<void> =>
      isPartialUpdate(operation)
        ? new Updates(context, operation).run(producer)
        : replace(context, producer, operation);
    yield caseOf("links", operation, "links/updates", run, { elsewhere: "or last" });
    const texts = (): Promise<void> => compareTexts(context, producer, operation);
    yield caseOf("links", operation, "links/texts", texts, { elsewhere: "or last" });
  }
}

/**
 * What is sent is what is read, and the time of the last change is that of the replacement: no older than what was made before it. What is
 * left out is as if it had never been there.
 */
async function replace(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const created = await createFullest(context, producer);
  const later = created === null ? null : await create(context, producer);
  const values = created === null ? undefined : follow(context, created, operation)?.values;
  const before = created === null ? null : await readOwn(context, created);
  const schema = bodyTypeOf(operation)?.schema;
  if (created === null || later === null || values === undefined || schema === undefined || before?.resource == null)
    return;
  const all = asObject(renewed(context, allMembers(context, operation))) ?? {};
  const [other = all] = variedBodies(schema, otherValues(schema, all, before.resource), 1);
  const result = await callAnew(context, operation, withMembers(operation, values, asObject(other) ?? all));
  const read = isAccepted(result.status) ? await readOwn(context, created) : null;
  if (read !== null) {
    checkTimeOfChange(context, operation, { read, since: timeOf(asObject(later.json), timesOfCreation) });
    checkVersion(context, operation, before.resource, read);
  }
  // What is left out has its default again.
  const reset = await callAnew(context, operation, values);
  // What is inside of the resource need not be shown by it.
  if (read?.resource == null || read.result.operation.path.text !== operation.path.text) return;
  const sent = membersOfBody(result.values) ?? {};
  const compared = Object.keys(sent).filter((name) => !locksIn(operation, schema).includes(name));
  for (const name of compared.flatMap((one) => differenceOf(sent[one], read.resource?.[one], one) ?? []))
    context.fault("lost-write", read.result, `has a different ${name} than ${operation.id} was sent`);
  const [initial, now] = [await readOwn(context, later), await readOwn(context, created)];
  if (isAccepted(reset.status)) checkReset(context, { operation, later, sent, before: read.resource, initial, now });
}

/** Unlike what services make of a text: of its case, of blanks inside and outside, of marks, and of what looks escaped. */
const unusualText = "  stra\u00dfe  \u00c0B e\u0301 %41 &amp; x ";

/** Of texts that a create takes as well: an update makes of them what a create makes of them. */
async function compareTexts(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const [createSchema, schema] = [bodyTypeOf(producer)?.schema, bodyTypeOf(operation)?.schema];
  if (createSchema === undefined || schema === undefined) return;
  const both = Object.entries(allMembers(context, operation))
    .filter(([name, value]) => typeof value === "string" && !isReference(name) && !isUrlName(name))
    .map(([name]): [string, string] => [name, unusualText])
    .filter(([name, text]) =>
      [createSchema, schema].every((one) => schemasAt(one, [name]).some((of) => matches(of, text))),
    );
  if (both.length === 0) return;
  const [created, other] = [await create(context, producer), await create(context, producer)];
  const values = other === null ? undefined : follow(context, other, operation)?.values;
  if (created === null || other === null || values === undefined) return;
  const base = membersOfBody(values) ?? {};
  const texts = Object.fromEntries(both);
  const sent = { ...membersOfBody(created.values), ...texts };
  if (!matches(createSchema, sent) || !matches(schema, { ...base, ...texts })) return;
  const first = await context.call(producer, withMembers(producer, created.values, sent));
  const second = await context.call(operation, withMembers(operation, values, { ...base, ...texts }));
  if (!isAccepted(first.status) || !isAccepted(second.status)) return;
  const [one, another] = [await readOwn(context, first), await readOwn(context, other)];
  if (another?.result.operation.path.text !== operation.path.text) return;
  for (const [name] of both) {
    const [before, after] = [one?.resource?.[name], another?.resource?.[name]];
    if (typeof before !== "string" || typeof after !== "string" || before === after) continue;
    const text = `has ${JSON.stringify(after)} as ${name} where ${producer.id} makes ${JSON.stringify(before)} of the same text`;
    context.fault("lost-write", another.result, `${text} (${operation.id})`, placeOf(operation.at));
  }
}

interface Reset {
  readonly operation: Operation;
  /** Before everything optional was left out. */
  readonly sent: JsonObject;
  readonly before: JsonObject;
  /** A create without it, and what is read of that. */
  readonly later: CallResult;
  readonly initial: Reading | null;
  readonly now: Reading | null;
}

/** Where a replacement resets some of what it leaves out to what a create without it has, it resets all of that. */
function checkReset(context: Context, { operation, sent, before, later, initial, now }: Reset): void {
  const [first, after] = [initial?.resource ?? null, now?.resource ?? null];
  const sentFirst = membersOfBody(later.values) ?? {};
  if (first === null || after === null || now === null) return;
  const textOf = (record: JsonObject, name: string): string | undefined => JSON.stringify(record[name]);
  const changed = Object.keys(sent).filter(
    (name) =>
      !Object.hasOwn(sentFirst, name) && !isRequired(operation, name) && textOf(before, name) !== textOf(first, name),
  );
  const unchanged = changed.filter((name) => textOf(after, name) === textOf(before, name));
  const isReplaced = changed.some((name) => textOf(after, name) === textOf(first, name));
  for (const name of isReplaced ? unchanged : [])
    context.fault("lost-write", now.result, `keeps the ${name} that ${operation.id} leaves out`);
}

function isRequired(operation: Operation, name: string): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  return schema !== undefined && propertiesIn(schema).some((one) => one.name === name && one.required);
}

/** `version`, which grows with every change as the description of it says, or a paragraph about it. */
function checkVersion(context: Context, operation: Operation, before: JsonObject, { result, resource }: Reading): void {
  const schema = result.verdict?.mediaType?.schema;
  const general = [context.description.http?.info.description ?? "", operation.words.description ?? ""];
  const paragraphs = general.flatMap((text) => text.split(/\n\s*\n/)).map((text) => text.replace(/\s+/g, " "));
  for (const [name, value] of Object.entries(resource ?? {})) {
    const last = before[name];
    if (typeof value !== "number" || typeof last !== "number" || value > last) continue;
    const about = paragraphs.filter((text) => text.includes(`\`${name}\``));
    const stated = [schema === undefined ? "" : statedMemberOf(schema, name), ...about].flatMap(sentencesIn);
    if (!stated.some((one) => growing.test(one))) continue;
    const message = `${operation.id} leaves the ${name} at ${value}, although it is described as growing with every change`;
    context.object("wrong-state", message, { ...result, where: placeOf(operation.at) });
  }
}

const growing =
  /\b(grows?|increments?|incremented|increases?|goes up)\b.*\b(every|each)\b|\b(every|each)\b[^,;:]*\b(chang|updat|put|patch|write)[^,;:]*\b(raises|increments|increases) it\b/i;

function checkTimeOfChange(
  context: Context,
  operation: Operation,
  { read, since }: { readonly read: Reading; readonly since: number | null },
): void {
  const at = timeOf(read.resource, timesOfChange);
  if (at === null || since === null || at >= since) return;
  const message = `${operation.id} leaves the time of the last change before that of something made earlier`;
  context.object("wrong-state", message, { ...read.result, where: placeOf(operation.at) });
}

export function* refusedUpdates(context: Context): Cases {
  for (const { producer, operation } of updatesIn(context)) {
    const run = (): Promise<void> => refuseUpdates(context, producer, operation);
    yield caseOf("invalid", operation, "invalid/nothing-changed", run, { elsewhere: "or last" });
  }
}

/** The operations that change what another one creates. */
function* updatesIn(context: Context): Generator<{ readonly producer: Operation; readonly operation: Operation }> {
  for (const result of context.accepted) {
    if (result.operation.method !== "post") continue;
    for (const operation of new Set(linksOf(context, result).map(({ followed }) => followed.operation))) {
      if (operation.method === "put" || operation.method === "patch") yield { producer: result.operation, operation };
    }
  }
}

class Updates {
  private readonly context: Context;
  private readonly operation: Operation;
  /** The resource as it was made. */
  private initial: JsonObject | null = null;
  /** Those of its members. */
  private defaults: readonly Pick<Default, "name" | "value">[] = [];
  /** Whether what is not sent was seen to stay; `null`: nothing was left out yet. */
  private keeps: boolean | null = null;
  /** The members of the last update that was accepted, which the resource has therefore. */
  private lastMembers: JsonObject | null = null;

  constructor(context: Context, operation: Operation) {
    this.context = context;
    this.operation = operation;
  }

  async run(producer: Operation): Promise<void> {
    const { context, operation } = this;
    this.defaults = [producer, operation].flatMap(defaultsOf);
    const { schema, members = {} } = changeOf(context, operation) ?? {};
    // What the first update leaves out has a value then.
    const created = await createFullest(context, producer);
    const later = created === null ? null : await create(context, producer);
    const values = created === null ? undefined : follow(context, created, operation)?.values;
    let state = created === null ? null : ((await readOwn(context, created))?.resource ?? null);
    this.initial = state;
    if (schema === undefined || created === null || later === null || values === undefined) return;
    // In another state it may take no further changes.
    const plain = Object.keys(members).filter((name) => !/^(state|status)$/i.test(name));
    const kinds = (plain.length === 0 ? Object.keys(members) : plain).map((name) => ({
      name,
      values: kindsOf(schema, members, name),
    }));
    // Each has its values in turn.
    const uses = new Map<string, number>();
    for (const names of setsOf(kinds.map(({ name }) => name))) {
      const sent = Object.fromEntries(
        names.map((name): [string, Json] => {
          const known = kinds.find((one) => one.name === name)?.values ?? [];
          const count = uses.get(name) ?? 0;
          uses.set(name, count + 1);
          return [name, isUrlName(name) ? context.newUrl() : (known[count % known.length] ?? null)];
        }),
      );
      if (!matches(schema, sent) || state === null) continue;
      state = await this.update(
        { made: created, values, state, sent, since: timeOf(asObject(later.json), timesOfCreation) },
        Object.keys(members),
      );
    }
    if (state !== null) await this.repeat(values, state, Object.keys(members));
    await this.changeNothing(later, Object.keys(members));
  }

  /** A value that must be unique is its own: it may come again beside something new. */
  private async repeat(values: RequestValues, state: JsonObject, members: readonly string[]): Promise<void> {
    const { context, operation } = this;
    const schema = changeOf(context, operation)?.schema;
    const unique = entriesIn(operation, "x-waybill-unique").map(({ path }) => path);
    const uniqueMembers = members.filter((name) => unique.includes(name) && typeof state[name] === "string");
    const switched = members.filter((name) => typeof state[name] === "boolean").slice(0, 1);
    const sent = Object.fromEntries([
      ...uniqueMembers.map((name): [string, Json] => [name, state[name] ?? null]),
      ...switched.map((name): [string, Json] => [name, state[name] !== true]),
    ]);
    if (uniqueMembers.length === 0 || schema === undefined || !matches(schema, sent)) return;
    const result = await this.send(values, sent);
    if (await isSingledOut(result, () => this.sendLast(values)))
      context.fault("rule-broken", result, `rejects the ${uniqueMembers.join(", ")} that the resource itself has`);
  }

  /** What is read afterwards; `null`: the update was not accepted, or nothing can be read. */
  private async update(
    { made, values, state, sent, since }: Step,
    members: readonly string[],
  ): Promise<JsonObject | null> {
    const { context, operation } = this;
    const result = await this.send(values, sent);
    const isEmpty = Object.keys(sent).length === 0;
    if (isEmpty && !excludesNothing(statedOf(operation)) && (await isSingledOut(result, () => this.sendLast(values))))
      context.fault("valid-refused", result, `rejects a valid request with ${result.status}: a body without members`);
    if (!isAccepted(result.status)) return state;
    if (!isEmpty) this.lastMembers = sent;
    const read = await readOwn(context, made);
    if (read?.resource == null) return null;
    const { resource } = read;
    const names = Object.keys(sent).join(", ") || "nothing";
    const changed = Object.keys(sent).flatMap((name) =>
      sent[name] === null && this.isCleared(name, read) ? [] : (differenceOf(sent[name], resource[name], name) ?? []),
    );
    for (const name of changed) this.object(`a different ${name} than was sent with ${names}`, read.result);
    const others = members.filter((name) => !Object.hasOwn(sent, name));
    for (const name of this.lostOf({ others, state, resource }))
      this.object(`a different ${name} after an update of ${names} alone`, read.result);
    const responseFields = asObject(result.json) ?? {};
    for (const name of Object.keys(responseFields).filter((one) => Object.hasOwn(resource, one))) {
      if (differenceOf(responseFields[name], resource[name], name) === null) continue;
      this.object(`a different ${name} than the update returned`, read.result);
    }
    // What has another form in the resource than in the request, null for an empty list, may have changed nothing.
    const isOther = Object.keys(sent).some(
      (name) =>
        JSON.stringify(sent[name]) !== JSON.stringify(state[name]) &&
        (!Object.hasOwn(resource, name) || JSON.stringify(resource[name]) !== JSON.stringify(state[name])),
    );
    if (isOther) {
      checkTimeOfChange(context, operation, { read, since });
      checkVersion(context, operation, state, read);
    }
    return resource;
  }

  /** What `null` removes is gone, or has its default again (RFC 7396). Where no default is known, what cannot be null may be anything. */
  private isCleared(name: string, { result, resource }: Reading): boolean {
    const known = this.defaults.filter((one) => one.name === name);
    const value = resource?.[name] ?? null;
    if (value === null || known.some((one) => isSame(one.value, value))) return true;
    const schema = result.verdict?.mediaType?.schema;
    const allowed = schema === undefined ? [] : schemasAt(schema, [name]);
    const canBeNull = allowed.length === 0 || allowed.some((one) => matches(one, null));
    return known.length === 0 && (!canBeNull || /\bdefaults?\b/i.test(statedOf(this.operation)));
  }

  /** Where the description says what a request leaves that changes nothing: the values that a resource has, and none. */
  private async changeNothing(made: CallResult, members: readonly string[]): Promise<void> {
    const { context, operation } = this;
    const general = sentencesIn(context.description.http?.info.description ?? "").filter((one) =>
      /\b(patch|update)/i.test(one),
    );
    const stated = statedOfNoChange([operation.words.description ?? "", ...general].join(". "));
    const [values, schema] = [follow(context, made, operation)?.values, changeOf(context, operation)?.schema];
    const before = stated === "" ? null : await readOwn(context, made);
    if (values === undefined || schema === undefined || before?.resource == null) return;
    const { result, resource } = before;
    // What is shown in another form than it was sent would change.
    const same = Object.entries(membersOfBody(made.values) ?? {}).filter(
      ([name, value]) => members.includes(name) && JSON.stringify(resource[name]) === JSON.stringify(value),
    );
    for (const sent of [Object.fromEntries(same), {}]) {
      if (!matches(schema, sent) || !isAccepted((await this.send(values, sent)).status)) continue;
      const after = await readOwn(context, made);
      if (after?.resource == null) return;
      const names = changedNames(resource, after.resource).filter((name) => isNamedIn(stated, name));
      const isOther = /\betags?\b/i.test(stated) && etagOf(after.result) !== etagOf(result);
      const what = [...names, ...(isOther ? ["the ETag"] : [])];
      if (what.length === 0) continue;
      const message = `${operation.id} changes ${what.join(", ")} where nothing else changes, which is described as: ${stated.trim()}`;
      return context.object("wrong-state", message, { ...after.result, where: placeOf(operation.at) });
    }
  }

  /** None where the first update of one member did not keep all others: then PUT may replace the whole, as HTTP has it. */
  private lostOf({
    others,
    state,
    resource,
  }: Pick<Step, "state"> & { others: string[]; resource: JsonObject }): string[] {
    const isAs = (name: string, other: JsonObject | null): boolean =>
      JSON.stringify(other?.[name]) === JSON.stringify(resource[name]);
    const lost = others.filter((name) => !isAs(name, state));
    if (others.length > 0) this.keeps ??= lost.length === 0 && others.some((name) => !isAs(name, this.initial));
    return this.keeps === true || this.operation.method === "patch" ? lost : [];
  }

  private async send(values: RequestValues, members: JsonObject): Promise<CallResult> {
    return await this.context.call(this.operation, withMembers(this.operation, values, members));
  }

  /** What was accepted before, of the same resource. */
  private async sendLast(values: RequestValues): Promise<CallResult | null> {
    return this.lastMembers === null ? null : await this.send(values, this.lastMembers);
  }

  private object(what: string, read: CallResult): void {
    this.context.fault("lost-write", read, `has ${what} (${this.operation.id})`, placeOf(this.operation.at));
  }
}

interface Step {
  readonly made: CallResult;
  readonly values: RequestValues;
  readonly state: JsonObject;
  readonly sent: JsonObject;
  /** Milliseconds of the service's clock; `null`: unknown. */
  readonly since: number | null;
}

/** The usual value and those at the edges of the schema; a switch in both ways. */
function kindsOf(schema: Schema, members: JsonObject, name: string): Json[] {
  const usual = members[name] ?? null;
  if (typeof usual === "boolean") return [!usual, usual];
  const variants = validVariants(schema, members).flatMap(({ path, value }) =>
    path[0] === name && (!isBound(schema, name) || valueAt(value, [name]) === null)
      ? [valueAt(value, [name]) ?? null]
      : [],
  );
  // A value that is taken away is as likely to be forgotten as any other is.
  const all = [usual, ...variants.filter((value) => value === null), ...variants].filter((value) =>
    matches(schema, { [name]: value }),
  );
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()].slice(0, most);
}

/** All members, each by itself, and each with another one; each set twice, in other values; and nothing. */
function setsOf(names: readonly string[]): readonly (readonly string[])[] {
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]));
  const sets = [names, ...names.map((name) => [name]), ...(names.length > 2 ? pairs.slice(0, 6) : [])];
  return [...sets, [], ...sets];
}

function timeOf(record: JsonObject | null, names: RegExp): number | null {
  const timeEntry = Object.entries(record ?? {}).find(([name]) => names.test(name));
  const time = typeof timeEntry?.[1] === "string" ? Date.parse(timeEntry[1]) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

async function refuseUpdates(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const all = inputsFor(context, operation, "all")?.values.body;
  const created = await create(context, producer);
  if (all?.kind !== "value" || created === null) return;
  const { schema } = all.mediaType;
  const values = follow(context, created, operation)?.values;
  const before = await readOwn(context, created);
  if (values === undefined || before?.resource == null) return;
  const good = otherValues(schema, all.value, before.resource);
  const variants = invalidVariants(schema, good);
  for (const name of Object.keys(asObject(good) ?? {})) {
    const wrong = variants.find((one) => one.path[0] === name && isWrongAlone(one.value, name, schema));
    if (wrong === undefined) continue;
    // The wrong member before the others, and behind them: some services take over what they have read so far.
    const invalidBody = asObject(renewed(context, wrong.value, wrong.path)) ?? {};
    const [broken, rest] = [{ [name]: invalidBody[name] ?? null }, withoutMember(invalidBody, name)];
    for (const members of [
      { ...broken, ...rest },
      { ...rest, ...broken },
    ]) {
      const refused = await context.call(operation, withMembers(operation, values, members));
      if (!isRefused(refused.status)) break;
      await checkUnchanged(context, { created, before, refused });
    }
  }
}

/** The body with values that the resource does not have yet. */
function otherValues(schema: Schema, value: Json, has: JsonObject): Json {
  const members = Object.entries(asObject(value) ?? {}).map(([name, member]): [string, Json] => {
    if (typeof member === "boolean") return [name, has[name] !== true];
    const currentJson = JSON.stringify(has[name]);
    const lists = namesIn(schemasAt(schema, [name])).map((one) => [one]);
    return [name, lists.find((one) => JSON.stringify(one) !== currentJson) ?? member];
  });
  const changed = Object.fromEntries(members);
  return matches(schema, changed) ? changed : value;
}

/** Still there, and what makes the whole invalid. */
function isWrongAlone(value: Json, name: string, schema: Schema): boolean {
  const member = valueAt(value, [name]);
  return member !== undefined && !matches(schema, { [name]: member });
}

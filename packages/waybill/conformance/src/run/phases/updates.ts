// A partial update with every set of members, in values of every kind: what is sent is what is read, nothing else changes, and the time of
// the change is no older than something that was made before it.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { validVariants } from "../../values/index.ts";
import { asObject, type JsonObject, valueAt } from "../../values/json.ts";
import { differenceOf } from "../comparison.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { createFull } from "../full-body.ts";
import { bodyTypeOf, inputsFor, inputsFromLink, isPartialUpdate, isUrlName } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { readOwn } from "../reading.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { create } from "./baseline.ts";
import { entriesIn } from "./stated-rules.ts";

/** So many values of one member are tried. */
const most = 4;

export async function runUpdates(context: Context): Promise<void> {
  for (const result of context.accepted) {
    if (result.operation.method !== "post") continue;
    for (const operation of new Set(linksOf(context, result).map(({ followed }) => followed.operation))) {
      const isUpdate = operation.method === "put" || operation.method === "patch";
      // A body that requires something replaces the whole.
      if (!isUpdate || !isPartialUpdate(operation)) continue;
      const run = (): Promise<void> => new Updates(context, operation).run(result.operation);
      await context.caseElsewhere("links", `${operation.id}/links/updates`, operation.id, run);
    }
  }
}

class Updates {
  private readonly context: Context;
  private readonly operation: Operation;
  /** The resource as it was made. */
  private initial: JsonObject | null = null;
  /** Whether what is not sent was seen to stay; `null`: nothing was left out yet. */
  private keeps: boolean | null = null;

  constructor(context: Context, operation: Operation) {
    this.context = context;
    this.operation = operation;
  }

  async run(producer: Operation): Promise<void> {
    const { context, operation } = this;
    const schema = bodyTypeOf(operation)?.schema;
    const all = inputsFor(context, operation, "all")?.values;
    const members = all === undefined ? null : membersOfBody(all);
    // What the first update leaves out has a value then.
    const made = (await createFull(context, producer)) ?? (await create(context, producer));
    const later = made === null ? null : await create(context, producer);
    const values = made === null ? null : this.valuesFor(made);
    let state = made === null ? null : ((await readOwn(context, made))?.resource ?? null);
    this.initial = state;
    if (schema === undefined || members === null || made === null || later === null || values === null) return;
    const kinds = Object.keys(members).map((name) => ({ name, values: kindsOf(schema, members, name) }));
    for (const [index, names] of setsOf(kinds.map(({ name }) => name)).entries()) {
      const sent = Object.fromEntries(
        names.map((name): [string, Json] => {
          const known = kinds.find((one) => one.name === name)?.values ?? [];
          return [name, isUrlName(name) ? context.newUrl() : (known[index % known.length] ?? null)];
        }),
      );
      if (!matches(schema, sent) || state === null) continue;
      state = await this.update(
        { made, values, state, sent, since: timeOf(later, createdNames) },
        Object.keys(members),
      );
    }
    if (state !== null) await this.repeat(values, state, Object.keys(members));
  }

  /** A value that must be unique is its own: it may come again beside something new. */
  private async repeat(values: RequestValues, state: JsonObject, members: readonly string[]): Promise<void> {
    const { context, operation } = this;
    const schema = bodyTypeOf(operation)?.schema;
    const unique = entriesIn(operation, "x-waybill-unique").map(({ path }) => path);
    const own = members.filter((name) => unique.includes(name) && typeof state[name] === "string");
    const switched = members.filter((name) => typeof state[name] === "boolean").slice(0, 1);
    const sent = Object.fromEntries([
      ...own.map((name): [string, Json] => [name, state[name] ?? null]),
      ...switched.map((name): [string, Json] => [name, state[name] !== true]),
    ]);
    if (own.length === 0 || schema === undefined || !matches(schema, sent)) return;
    const result = await this.send(values, sent);
    if (!isRefused(result.status)) return;
    const message = `${operation.id} rejects the ${own.join(", ")} that the resource itself has`;
    context.object("rule-broken", message, { ...result, where: placeOf(operation.at) });
  }

  /** What is read afterwards; `null`: the update was not accepted, or nothing can be read. */
  private async update(
    { made, values, state, sent, since }: Step,
    members: readonly string[],
  ): Promise<JsonObject | null> {
    const { context, operation } = this;
    const result = await this.send(values, sent);
    if (!isAccepted(result.status)) return state;
    const read = await readOwn(context, made);
    if (read?.resource == null) return null;
    const { resource } = read;
    const names = Object.keys(sent).join(", ") || "nothing";
    const changed = Object.keys(sent).flatMap((name) => differenceOf(sent[name], resource[name], name) ?? []);
    for (const name of changed) this.object(`a different ${name} than was sent with ${names}`, read.result);
    const others = members.filter((name) => !Object.hasOwn(sent, name));
    for (const name of this.lostOf({ others, state, resource }))
      this.object(`a different ${name} after an update of ${names} alone`, read.result);
    const shown = asObject(result.json) ?? {};
    for (const name of Object.keys(shown).filter((one) => Object.hasOwn(resource, one))) {
      if (differenceOf(shown[name], resource[name], name) === null) continue;
      this.object(`a different ${name} than the update returned`, read.result);
    }
    const isOther = Object.keys(sent).some((name) => JSON.stringify(sent[name]) !== JSON.stringify(state[name]));
    const at = timeOf({ json: resource }, changedNames);
    if (isOther && at !== null && since !== null && at < since) {
      const message = `${operation.id} leaves the time of the last change before that of something made earlier`;
      context.object("wrong-state", message, { ...read.result, where: placeOf(operation.at) });
    }
    return resource;
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

  private async send(values: RequestValues, value: JsonObject): Promise<CallResult> {
    const mediaType = bodyTypeOf(this.operation);
    const body = mediaType === null ? null : ({ kind: "value", mediaType, value } as const);
    return await this.context.call(this.operation, { ...values, body });
  }

  private valuesFor(made: CallResult): RequestValues | null {
    const link = linksOf(this.context, made).find(({ followed }) => followed.operation === this.operation);
    return link === undefined ? null : inputsFromLink(this.context, link.followed);
  }

  private object(what: string, read: CallResult): void {
    const message = `${read.operation.id} has ${what} (${this.operation.id})`;
    this.context.object("lost-write", message, { ...read, where: placeOf(this.operation.at) });
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
    path[0] === name ? [valueAt(value, [name]) ?? null] : [],
  );
  const all = [usual, ...variants].filter((value) => matches(schema, { [name]: value }));
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()].slice(0, most);
}

/** All members, each by itself, and each with another one; each set twice, in other values; and nothing. */
function setsOf(names: readonly string[]): readonly (readonly string[])[] {
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]));
  const sets = [names, ...names.map((name) => [name]), ...(names.length > 2 ? pairs.slice(0, 6) : [])];
  return [...sets, [], ...sets];
}

const createdNames = /^(created|inserted|placed)_?(at|on|date|time)?$/i;
const changedNames = /^(last_?)?(updated|modified|changed)_?(at|on|date|time)?$/i;

function timeOf({ json }: Pick<CallResult, "json">, names: RegExp): number | null {
  const found = Object.entries(asObject(json) ?? {}).find(([name]) => names.test(name));
  const time = typeof found?.[1] === "string" ? Date.parse(found[1]) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

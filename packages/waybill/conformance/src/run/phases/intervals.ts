// Something that takes place from one moment to another, and that conflicts with what takes place at the same time (409) -> the same is so of
// all that overlaps it, and of nothing else.
import { type Json, matches, type Operation } from "waybill/description";
import { propertiesIn, schemasAt } from "../../description/schema-parts.ts";
import { declares, statedOf } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { bodyTypeOf, callAnew, follow } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { isDay, later, moveBy, type Range, rangesIn } from "../ranges.ts";
import { membersOfBody } from "../request-values.ts";
import { withMembers } from "../variation.ts";

export function* intervals(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation, values } = first;
    const members = membersOfBody(values) ?? {};
    const [range] = rangesIn(Object.keys(members)).filter(({ start }) =>
      /^\d{4}-\d\d-\d\d/.test(String(members[start])),
    );
    // At once: what is requested later may take all the time there is.
    if (operation.method !== "post" || range === undefined) continue;
    const tries = new Intervals(context, operation, range);
    yield caseOf("valid", operation, "valid/reversed", () => tries.reverse(first));
    if (declares(operation, 409)) yield caseOf("valid", operation, "valid/overlapping", () => tries.overlap());
  }
}

/** Whether a body has two moments, and something may conflict with it. */
export function hasTimes(operation: Operation): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  const members = schema === undefined ? [] : propertiesIn(schema);
  const times = members.filter((one) =>
    schemasAt(one.schema, []).some((of) => of.kind === "string" && of.format !== null),
  );
  return operation.method === "post" && declares(operation, 409) && rangesIn(times.map(({ name }) => name)).length > 0;
}

class Intervals {
  private readonly context: Context;
  private readonly operation: Operation;
  private readonly range: Range;

  constructor(context: Context, operation: Operation, range: Range) {
    this.context = context;
    this.operation = operation;
    this.range = range;
  }

  /** Where the description says that the end is behind the start. */
  async reverse({ values }: CallResult): Promise<void> {
    const { context, operation, range } = this;
    const stated = [statedOf(operation), bodyTypeOf(operation)?.schema.annotations.description ?? ""].join(" ");
    if (
      !/\bends? before\b|\b(after|later than|behind) (the |its )?(start|begin|from)|\bbefore (the |its )?(end\b|ends_at|to\b)|\bfrom is after\b/i.test(
        stated,
      )
    )
      return;
    const members = membersOfBody(values) ?? {};
    const [start, end] = [members[range.start] ?? null, members[range.end] ?? null];
    const result = await this.send(members, { start: end, end: start }, context.slots.next(operation));
    if (isAccepted(result.status))
      context.fault("invalid-accepted", result, `accepts ${range.end} before ${range.start}`);
  }

  async overlap(): Promise<void> {
    const { context, operation } = this;
    const made = await this.make();
    const members = made === null ? null : membersOfBody(made.values);
    const at = members === null ? null : this.placeOf(members);
    if (made === null || members === null || at === null) return;
    await this.stretch(made, members, at);
    // At once, and far behind: the time alone makes the difference.
    const same = await this.send(members, at);
    const elsewhere = same.status === 409 ? await this.sendLater(members, at) : same;
    if (!isAccepted(elsewhere.status) || same.status !== 409)
      return context.leftOut.note(operation, "rule-broken", "an identical request at the same time does not conflict");
    // A part of an hour, or a day.
    const part = isDay(at.start) ? 1 : 1 / 4;
    const moved = (start: number, end: number): Place => ({
      start: moveBy(at.start, start * part),
      end: moveBy(at.end, end * part),
    });
    const overlapping = [
      ["encloses", moved(-1, 1)],
      ["is inside of", moved(1, -1)],
      ["begins within", moved(1, 1)],
      ["ends within", moved(-1, -1)],
    ] as const;
    const accepted: string[] = [];
    let last: CallResult | null = null;
    for (const [how, place] of overlapping) {
      const result = await this.send(members, place);
      if (!isAccepted(result.status)) continue;
      accepted.push(how);
      last = result;
    }
    // It may be the start alone that must differ.
    if (last !== null && accepted.length <= 2)
      context.fault(
        "rule-broken",
        last,
        `accepts what ${accepted.join(" and ")} another one in time; the same time is a conflict`,
      );
    await this.touch(members, at);
    await this.change(made, members);
    await this.free(made, members, at);
  }

  /** Of days there are several, so that another one can begin within them. */
  private async make(): Promise<CallResult | null> {
    const { context, operation, range } = this;
    const made = await create(context, operation);
    const members = made === null ? null : membersOfBody(made.values);
    const start = members?.[range.start] ?? null;
    const values = context.baselines.get(operation)?.values;
    if (!isDay(start) || members === null || values === undefined) return made;
    const body = { ...members, [range.end]: moveBy(start, severalDays) };
    const result = await callAnew(context, operation, withMembers(operation, values, body));
    return isAccepted(result.status) ? result : null;
  }

  /** At the first of several distances that is accepted: times may have to be near. The last response otherwise. */
  private async sendLater(members: JsonObject, place: Place | undefined): Promise<CallResult> {
    const step = this.context.slots.next(this.operation);
    const far = await this.send(members, place, step + 50);
    return isAccepted(far.status) ? far : await this.send(members, place, step + 5);
  }

  /** Where the response shows the length, with a bound: what is longer is rejected, or has a length that its schema excludes. */
  private async stretch({ json, verdict }: CallResult, members: JsonObject, { start, end }: Place): Promise<void> {
    const schema = verdict?.mediaType?.schema;
    const [name] =
      Object.entries(asObject(json) ?? {}).find(([, one]) => typeof one === "number" && moveBy(start, one) === end) ??
      [];
    const lengths = schema === undefined || name === undefined ? [] : schemasAt(schema, [name]);
    const [most] = lengths.flatMap((one) => (one.kind === "number" ? (one.maximum ?? []) : []));
    // Some are taken, or too far away.
    for (const distance of most === undefined ? [] : [2, 4, 8].map((times) => times * most)) {
      const place = { start: moveBy(start, distance), end: moveBy(start, distance + Number(most) + 1) };
      if (isAccepted((await this.send(members, place)).status)) return;
    }
  }

  /** Half-open, as the description says. */
  private async touch(members: JsonObject, at: Place): Promise<void> {
    const { context, operation } = this;
    const info = context.description.http?.info.description ?? "";
    if (
      !/half-?open|when another (one )?ends|back[- ]to[- ]back|does not overlap/i.test(`${info} ${statedOf(operation)}`)
    )
      return;
    // The moments around it may be taken by now: something else, with nothing beside it.
    const awayBy = (steps: number): Place => ({ start: moveBy(at.start, steps), end: moveBy(at.end, steps) });
    const isFree = async (place: Place): Promise<boolean> => isAccepted((await this.send(members, place)).status);
    const before = awayBy(-1000);
    const away = (await isFree(before)) ? before : awayBy(200);
    if (away !== before && !(await isFree(away))) return;
    const behind = (start: number): Promise<CallResult> =>
      this.send(members, { start: moveBy(away.end, start), end: moveBy(away.end, start + 1) });
    const result = await behind(0);
    if (await isSingledOut(result, () => behind(1)))
      context.fault("valid-refused", result, `rejects with ${result.status} what begins when another one ends`);
  }

  /** An update leads to no conflict either. */
  private async change(made: CallResult, members: JsonObject): Promise<void> {
    const { context, operation, range } = this;
    const other = await this.sendLater(members, this.placeOf(members) ?? undefined);
    const update = linksOf(context, made).find(
      ({ followed: { operation: one } }) => ["patch", "put"].includes(one.method) && declares(one, 409),
    )?.followed.operation;
    const next = update === undefined || !isAccepted(other.status) ? null : follow(context, other, update);
    const schema = update === undefined ? undefined : bodyTypeOf(update)?.schema;
    if (next === null || update === undefined || schema === undefined) return;
    const body = {
      ...membersOfBody(next.values),
      [range.start]: members[range.start] ?? null,
      [range.end]: members[range.end] ?? null,
    };
    const result = matches(schema, body) ? await context.call(update, withMembers(update, next.values, body)) : null;
    if (result !== null && isAccepted(result.status))
      context.fault("rule-broken", result, `moves something to the time of another one, which ${operation.id} rejects`);
  }

  /** What is over takes no time, where the description states it. */
  private async free(made: CallResult, members: JsonObject, at: Place): Promise<void> {
    const { context } = this;
    for (const { followed } of linksOf(context, made)) {
      const { method } = followed.operation;
      const frees = /\b(free|freed|available|released?)\b/i.test(statedOf(followed.operation));
      if (!(method === "delete" || (method === "post" && frees && bodyTypeOf(followed.operation) === null))) continue;
      const next = follow(context, made, followed.operation);
      if (next === null || !isAccepted((await context.call(next.operation, next.values)).status)) continue;
      const result = await this.send(members, at);
      if (result.status === 409)
        context.fault("wrong-state", result, `still rejects the time of what ${followed.operation.id} has ended`);
      return;
    }
  }

  private placeOf(members: JsonObject): Place | null {
    const [start, end] = [members[this.range.start] ?? null, members[this.range.end] ?? null];
    return start === null || end === null ? null : { start, end };
  }

  private async send(members: JsonObject, place: Place | undefined, steps = 0): Promise<CallResult> {
    const { context, operation, range } = this;
    const body = { ...members, [range.start]: place?.start ?? null, [range.end]: place?.end ?? null };
    const schema = bodyTypeOf(operation)?.schema;
    const moved = schema === undefined || steps === 0 ? body : later(schema, body, steps);
    const values = context.baselines.get(operation)?.values;
    if (values === undefined) throw new Error(`${operation.id} was not accepted`);
    return await context.call(operation, withMembers(operation, values, asObject(moved) ?? body));
  }
}

/** So many of them are tried at once. */
const severalDays = 4;

interface Place {
  readonly start: Json;
  readonly end: Json;
}

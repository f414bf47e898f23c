// A request with an amount, and what it changes of something that it names -> the change is the amount, to the last digit; what one side gets
// the other gives; several at once change it by all of their amounts; and where the description says that there has to be enough, exactly that
// is enough.
import { type Json, matches, type Operation } from "waybill/description";
import { enumOf, propertiesIn, schemasAt } from "../../description/schema-parts.ts";
import { statedOf } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, provide } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { bodyTypeOf, callAnew, namedBy } from "../inputs.ts";
import { isReference, namesWithoutRole, plainName } from "../knowledge.ts";
import { acceptedAfter } from "../preparations.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import { withMembers } from "../variation.ts";

export function* amounts(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    const amount = Object.keys(membersOfBody(values) ?? {}).find((name) => amountNames.test(name));
    const sides = amount === undefined ? [] : sidesOf(context, operation, values);
    if (operation.method !== "post" || amount === undefined || sides.length === 0) continue;
    const run = (): Promise<void> => new Amounts(context, operation, { amount, sides }).run();
    yield caseOf("valid", operation, "valid/amounts", run, { elsewhere: "or last" });
  }
}

export const amountNames: RegExp = /^(amount|quantity|points|credits|sum|delta|adjustment)$/i;

/** Whether a body has an amount of something that it or the path names. */
export function hasAmount(operation: Operation): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  const names = schema === undefined ? [] : propertiesIn(schema).map(({ name }) => name);
  const isAbout = operation.path.text.includes("{") || names.some(isReference);
  return operation.method === "post" && isAbout && names.some((name) => amountNames.test(name));
}

/** Something that a request names, and how it is read and made. */
interface Side {
  /** `from_account_id`, or a parameter of the path. */
  readonly name: string;
  readonly place: "path" | "body";
  readonly reader: Operation;
  readonly producer: Operation;
}

function sidesOf(context: Context, operation: Operation, values: RequestValues): Side[] {
  const places = { path: values.parameters.path, body: membersOfBody(values) ?? {} } as const;
  return (["path", "body"] as const).flatMap((place) =>
    Object.keys(places[place]).flatMap((name): Side[] => {
      const makers = [name, ...namesWithoutRole(name)].map((one) => namedBy(context, operation, one));
      return makers.flatMap((one) => (one === null ? [] : [{ name, place, ...one }])).slice(0, 1);
    }),
  );
}

const roles = [[/from|source|sender|payer|debit/i, /to|target|destination|recipient|receiver|payee|credit/i]] as const;

/** So many requests at once. */
const together = 5;

/** Below and above what binary fractions hold exactly; the last one only where there is as much. */
const tried = ["0.29", "1.15", "4.35", "8.41"] as const;

class Amounts {
  private readonly context: Context;
  private readonly operation: Operation;
  private readonly amount: string;
  private readonly sides: readonly Side[];

  constructor(
    context: Context,
    operation: Operation,
    { amount, sides }: { readonly amount: string; readonly sides: readonly Side[] },
  ) {
    this.context = context;
    this.operation = operation;
    this.amount = amount;
    this.sides = sides;
  }

  async run(): Promise<void> {
    const values = await this.values();
    if (values === null) return;
    const usual = membersOfBody(values)?.[this.amount] ?? null;
    const first = await this.change(values, usual);
    const { leftOut } = this.context;
    if (first === null) return leftOut.note(this.operation, "rule-broken", `no other ${this.amount} was accepted`);
    const tracked = first.changes.filter(({ by }) => abs(by) === abs(first.sent));
    if (tracked.length === 0)
      return leftOut.note(this.operation, "rule-broken", `nothing that it names changes by its ${this.amount}`);
    for (const amount of tried) {
      const value = typeof usual === "number" ? Number(amount) : amount;
      const made = this.isValid(values, value) ? await this.change(values, value) : null;
      for (const { side, member, by } of made === null ? [] : tracked) {
        const now = made?.changes.find((one) => one.side === side && one.member === member);
        const wanted = by < 0n === first.sent < 0n ? made?.sent : -(made?.sent ?? 0n);
        if (made === null || now === undefined || now.by === wanted) continue;
        const text = `changes ${member} by ${written(now.by)} with the ${this.amount} ${amount}`;
        return this.context.fault("wrong-state", made.result, text);
      }
    }
    for (const one of tracked) this.checkAfter(first, one);
    this.checkSides(first);
    await this.tryAtOnce(values, { usual, tracked });
    await this.checkStated(values, tracked);
  }

  /** `balance_after` is the balance afterwards. */
  private checkAfter({ result, after }: Change, { side, member }: Changed): void {
    for (const [name, value] of Object.entries(asObject(result.json) ?? {})) {
      if (
        !["after", "new", "resulting"].some((word) =>
          [`${member}${word}`, `${word}${member}`].map(plainName).includes(plainName(name)),
        )
      )
        continue;
      const now = after.get(side)?.[member];
      if (now === undefined || (numberOf(now) === numberOf(value) && numberOf(value) !== null)) continue;
      this.context.fault(
        "wrong-state",
        result,
        `returns the ${name} ${String(value)} where ${member} is ${String(now)}`,
      );
    }
  }

  /** From one to the other: nothing is made, and nothing is lost. */
  private checkSides({ result, changes, sent }: Change): void {
    const [one, other] = this.sides.filter(({ place }) => place === "body");
    const isPair = roles.some(
      ([from, to]) => one !== undefined && other !== undefined && from.test(one.name) && to.test(other.name),
    );
    if (!isPair || one === undefined || other === undefined) return;
    const byOf = (side: Side, member: string): bigint =>
      changes.find((each) => each.side === side && each.member === member)?.by ?? 0n;
    for (const member of new Set(changes.map((each) => each.member))) {
      const [taken, given] = [byOf(one, member), byOf(other, member)];
      if (taken + given === 0n || ![taken, given].some((by) => abs(by) === abs(sent))) continue;
      const text = `changes ${member} of ${one.name} by ${written(taken)}, and of ${other.name} by ${written(given)}`;
      this.context.fault("wrong-state", result, text);
    }
  }

  /** Each of several requests at the same time counts, where each of two, one after the other, does. */
  private async tryAtOnce(
    values: RequestValues,
    { usual, tracked }: { readonly usual: Json; readonly tracked: readonly Changed[] },
  ): Promise<void> {
    const again = await this.change(values, usual);
    const added = tracked.filter(({ side, member, by }) =>
      again?.changes.some((one) => one.side === side && one.member === member && one.by === by),
    );
    const before = await this.read(values);
    const members = membersOfBody(values) ?? {};
    const results = await this.context.atOnce(Array.from({ length: together }, () => () => this.send(values, members)));
    const accepted = results.filter(({ status }) => isAccepted(status) && status !== 202);
    const [first] = accepted;
    const ids = accepted.flatMap(({ json }) => asObject(json)?.["id"] ?? []);
    // A repetition within a moment may be read as the same request.
    if (first === undefined || accepted.length < 2 || new Set(ids).size < ids.length) return;
    const after = await this.read(values);
    for (const { side, member, by } of added) {
      const [old, now] = [numberOf(before.get(side)?.[member]), numberOf(after.get(side)?.[member])];
      const wanted = by * BigInt(accepted.length);
      if (old === null || now === null || now - old === wanted) continue;
      const text = `changes ${member} by ${written(now - old)} in ${accepted.length} concurrent requests; expected: ${written(wanted)}`;
      return this.context.fault("wrong-state", first, text);
    }
  }

  private async checkStated(values: RequestValues, tracked: readonly Changed[]): Promise<void> {
    const stated = statedOf(this.operation);
    const taken = tracked.find(({ by, sent }) => by < 0n === sent > 0n);
    if (
      taken !== undefined &&
      /\b(at most|more than|exceeds?|insufficient|not enough|enough|needs the amount)\b/i.test(stated)
    )
      await this.checkEnough(values, taken);
    const pair = this.sides.filter(({ place }) => place === "body");
    const [one, other] = pair;
    if (one === undefined || other === undefined) return;
    if (/\b(different|distinct|not the same|themselves|itself)\b/i.test(stated)) {
      const members = membersOfBody(values) ?? {};
      await this.refuse(
        values,
        { [other.name]: members[one.name] ?? null },
        `${one.name} and ${other.name} that are the same`,
      );
    }
    await this.checkSame(values, other, stated);
  }

  /** `the same currency`: a member of both that lists its values. */
  private async checkSame(values: RequestValues, side: Side, stated: string): Promise<void> {
    const schema = bodyTypeOf(side.producer)?.schema;
    for (const { name } of schema === undefined ? [] : propertiesIn(schema)) {
      const all = schema === undefined ? [] : schemasAt(schema, [name]).flatMap((one) => enumOf(one) ?? []);
      if (all.length < 2 || !new RegExp(`\\bsame ${name}\\b`, "i").test(stated)) continue;
      const made = await create(this.context, side.producer);
      const members = made === null ? null : membersOfBody(made.values);
      const another = all.find((one) => one !== members?.[name]);
      if (made === null || members === null || another === undefined) return;
      const other = await callAnew(
        this.context,
        side.producer,
        withMembers(side.producer, made.values, { ...members, [name]: another }),
      );
      const id = asObject(other.json)?.["id"];
      if (isAccepted(other.status) && id !== undefined)
        await this.refuse(values, { [side.name]: id }, `a ${side.name} of another ${name}`);
    }
  }

  private async refuse(values: RequestValues, changed: JsonObject, what: string): Promise<void> {
    const { context, operation } = this;
    await context.preparations.get(operation)?.(values);
    const result = await this.send(values, { ...membersOfBody(values), ...changed });
    if (isAccepted(result.status))
      context.fault("rule-broken", result, `accepts ${what}, which its description excludes`);
  }

  /** All that is there, and a little more. */
  private async checkEnough(values: RequestValues, { side, member }: Changed): Promise<void> {
    const { context } = this;
    await context.preparations.get(this.operation)?.(values);
    const before = (await this.read(values)).get(side)?.[member];
    const all = numberOf(before);
    if (before === undefined || all === null || all <= 0n) return;
    const usual = membersOfBody(values)?.[this.amount];
    const of = (scaled: bigint): Json =>
      typeof usual === "number" ? Number(written(scaled)) : likeText(written(scaled), String(before));
    const step = 10n ** BigInt(digits - (/\.(\d+)$/.exec(String(before))?.[1]?.length ?? 0));
    const sendOf = (scaled: bigint): Promise<CallResult> | null =>
      this.isValid(values, of(scaled))
        ? this.send(values, { ...membersOfBody(values), [this.amount]: of(scaled) })
        : null;
    for (const [scaled, isEnough] of [
      [all + step, false],
      [all, true],
    ] as const) {
      const amount = of(scaled);
      const result = await sendOf(scaled);
      if (result === null) continue;
      // There may be a fee, or a limit of another kind.
      if (isEnough && (await isSingledOut(result, async () => await sendOf(all - step))))
        context.fault(
          "valid-refused",
          result,
          `rejects the ${this.amount} ${String(amount)} with ${result.status}, where ${member} is as much`,
        );
      if (isEnough || !isAccepted(result.status)) continue;
      return context.fault(
        "rule-broken",
        result,
        `accepts the ${this.amount} ${String(amount)}, where ${member} is ${String(before)}`,
      );
    }
  }

  private isValid(values: RequestValues, amount: Json): boolean {
    const schema = bodyTypeOf(this.operation)?.schema;
    return schema !== undefined && matches(schema, { ...membersOfBody(values), [this.amount]: amount });
  }

  /** About things that only this case knows. */
  private async values(): Promise<RequestValues | null> {
    const { context, operation } = this;
    let values = await provide(context, operation);
    for (const side of values === null ? [] : this.sides.filter(({ place }) => place === "body")) {
      const id = asObject((await create(context, side.producer))?.json)?.["id"];
      if (id === undefined || values === null) return null;
      values = withMembers(operation, values, { ...membersOfBody(values), [side.name]: id });
    }
    return values;
  }

  private async change(values: RequestValues, amount: Json, isAgain = false): Promise<Change | null> {
    const prepare = this.context.preparations.get(this.operation);
    await prepare?.(values);
    const before = await this.read(values);
    const result = await this.send(values, { ...membersOfBody(values), [this.amount]: amount });
    const sent = numberOf(amount);
    if (!isAccepted(result.status) && !isAgain) {
      // There may have to be something first, or more of it.
      if (prepare === undefined) await acceptedAfter(this.context, result);
      return await this.change(values, amount, true);
    }
    if (!isAccepted(result.status) || sent === null) return null;
    const after = await this.read(values);
    const changes = this.sides.flatMap((side) =>
      Object.entries(after.get(side) ?? {}).flatMap(([member, value]): Changed[] => {
        const [old, now] = [numberOf(before.get(side)?.[member]), numberOf(value)];
        return old === null || now === null || member === "id" ? [] : [{ side, member, by: now - old, sent }];
      }),
    );
    return { result, sent, changes, after };
  }

  private async read(values: RequestValues): Promise<ReadonlyMap<Side, JsonObject>> {
    const read = new Map<Side, JsonObject>();
    for (const side of this.sides) {
      const id = side.place === "path" ? values.parameters.path[side.name] : membersOfBody(values)?.[side.name];
      const [parameter] = side.reader.parameters.filter((one) => one.in === "path");
      if (id === undefined || parameter === undefined) continue;
      const record = asObject((await this.context.call(side.reader, pathValues({ [parameter.name]: id }))).json);
      if (record !== null) read.set(side, record);
    }
    return read;
  }

  /** Without what is done before other requests of the operation. */
  private async send(values: RequestValues, members: JsonObject): Promise<CallResult> {
    const { context, operation } = this;
    return await context.call(operation, withMembers(operation, values, members), context.credential(operation));
  }
}

interface Changed {
  readonly side: Side;
  readonly member: string;
  /** In units of the last digit. */
  readonly by: bigint;
  readonly sent: bigint;
}

interface Change {
  readonly result: CallResult;
  readonly sent: bigint;
  readonly changes: readonly Changed[];
  readonly after: ReadonlyMap<Side, JsonObject>;
}

const digits = 6;

/** `12.50` in millionths; `null`: no number, or one that is not exact. */
function numberOf(value: Json | undefined): bigint | null {
  const [, sign = "", whole = "", fraction = ""] =
    /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(typeof value === "number" || typeof value === "string" ? String(value) : "") ??
    [];
  return whole === "" ? null : BigInt(`${sign}${whole}${fraction.padEnd(digits, "0")}`);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function written(scaled: bigint): string {
  const text = abs(scaled)
    .toString()
    .padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "");
  return `${scaled < 0n ? "-" : ""}${text.slice(0, -digits)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** With as many digits behind the point. */
function likeText(text: string, other: string): string {
  const length = /\.(\d+)$/.exec(other)?.[1]?.length ?? 0;
  const [whole = "", fraction = ""] = text.split(".");
  return length === 0 ? text : `${whole}.${fraction.padEnd(length, "0")}`;
}

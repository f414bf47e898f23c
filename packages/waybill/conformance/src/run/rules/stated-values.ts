// What the description of a member says of its value in words, by other members of the same object -> whether each response has it so: a sum, a
// product, a time so long after another one, and a member that is there, or null, in some states only.
import type { Json, Property, Schema } from "waybill/description";
import { enumOf, partsOf, propertiesIn } from "../../description/schema-parts.ts";
import { isNamedIn, textOf } from "../../description/stated.ts";
import { asObject, isList, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { plainName, singular } from "../knowledge.ts";
import { membersOfBody } from "../request-values.ts";

/** Of an object that has the member: what is wrong with its value; `null`: nothing, or it cannot be said. */
type Rule = (object: Inside, value: Json | undefined) => string | null;

interface Inside {
  readonly item: JsonObject;
  readonly properties: readonly Property[];
  /** The nearest object around it, or itself, that has a state, and the states. */
  readonly state: { readonly value: Json; readonly all: readonly string[] } | null;
  /** What the request had that returns it. */
  readonly sent: JsonObject;
}

export function watchStatedValues(context: Context): void {
  const known = new Map<Property, readonly Rule[]>();
  context.listeners.push((result: CallResult) => {
    const schema = result.verdict?.mediaType?.schema;
    if (!isAccepted(result.status) || schema === undefined) return;
    const around = { state: null, sent: membersOfBody(result.values) ?? {} };
    for (const inside of objectsIn(schema, result.json, around)) {
      for (const property of inside.properties) {
        const rules = known.get(property) ?? rulesOf(textOf(property.schema));
        known.set(property, rules);
        for (const rule of rules) {
          const wrong = rule(inside, inside.item[property.name]);
          if (wrong !== null) context.fault("rule-broken", result, `returns ${property.name} ${wrong}`);
        }
      }
    }
  });
}

function* objectsIn(schema: Schema, value: unknown, around: Pick<Inside, "state" | "sent">): Generator<Inside> {
  if (Array.isArray(value)) {
    const lists = partsOf(schema).flatMap((part) => (part.kind === "array" ? [part.items] : []));
    for (const items of lists) for (const one of value) yield* objectsIn(items, one, around);
    return;
  }
  const item = asObject(value);
  if (item === null) return;
  const properties = propertiesIn(schema);
  const state = properties.flatMap(({ name, schema: member }) => {
    const all = /^(state|status)$/i.test(name) ? enumOf(member) : null;
    return all === null ? [] : [{ value: item[name] ?? null, all }];
  });
  const nearest = { ...around, state: state[0] ?? around.state };
  yield { item, properties, ...nearest };
  for (const { name, schema: member } of properties) {
    if (typeof item[name] === "object") yield* objectsIn(member, item[name], nearest);
  }
}

function rulesOf(text: string): Rule[] {
  const plain = text.replaceAll("`", "");
  const clauses = plain.split(/[.;:,](?:\s+|$)|\n/).map((one) => one.trim());
  return [
    ...clauses.flatMap((clause) => formulaIn(clause) ?? []),
    ...[timeIn(plain), laterIn(plain), presenceIn(plain), absenceIn(plain)].filter((one) => one !== null),
  ];
}

/** `quantity times unitPrice`, `subtotal minus discount`, `the sum of the amounts of the items`. */
function formulaIn(clause: string): Rule | null {
  const [, formula = ""] = /^(?:always |equals |is )*(?:the )?(.+)$/i.exec(clause) ?? [];
  const sum =
    /^(?:sum|total) of (?:the |all |its |their )*(\w+)(?: (?:of|over|in) (?:the |all |its |their |every |each )*(\w+))?$/i;
  const [, member, list = null] = sum.exec(formula) ?? [];
  const terms = formula.split(/ (?=(?:plus|minus|less) )/i);
  if (member === undefined && !/^\w+ (?:times|multiplied by|plus|minus|less) \w+/i.test(formula)) return null;
  return ({ item }, value) => {
    const wanted =
      member === undefined ? addUp(terms.map((term) => termOf(term, item))) : addUp(elementsOf(item, member, list));
    const actual = numberOf(value);
    return wanted === null || actual === null || isNear(actual, wanted) ? null : `that is not ${formula}`;
  };
}

/** `minus discount`, `quantity times price`. */
function termOf(term: string, item: JsonObject): number | null {
  const [, operator = "plus", factors = ""] = /^(?:(plus|minus|less) )?(.+)$/i.exec(term) ?? [];
  const numbers = factors.split(/ (?:times|multiplied by) /i).map((name) => numberOf(memberOf(item, name)));
  const product = numbers.reduce((all, one) => (all === null || one === null ? null : all * one), 1);
  return product === null ? null : /plus/i.test(operator) ? product : -product;
}

/** The member of each element of the only list that has it, or of the one that is named. */
function elementsOf(item: JsonObject, member: string, listName: string | null): readonly (number | null)[] {
  const names = [member, singular(member)].map(plainName);
  const [only, ...others] = Object.entries(item).flatMap(([name, list]) => {
    const isWanted = listName === null || plainName(name) === plainName(listName);
    return isWanted && isList(list) && list.every((one) => asObject(one) !== null) ? [list] : [];
  });
  if (only === undefined || others.length > 0) return [null];
  return only.map((one) =>
    numberOf(Object.entries(asObject(one) ?? {}).find(([name]) => names.includes(plainName(name)))?.[1]),
  );
}

function memberOf(item: JsonObject, name: string): Json | undefined {
  const wanted = plainName(name.replace(/^the /i, ""));
  return Object.entries(item).find(([one]) => plainName(one) === wanted)?.[1];
}

function addUp(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

function numberOf(value: Json | undefined): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

/** Fractions of a cent may be rounded. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= (Number.isInteger(one) && Number.isInteger(other) ? 0 : 0.011);
}

const seconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const;

/** `28 days after lentOn, and 14 more for every renewal`. */
function timeIn(text: string): Rule | null {
  const form =
    /(?:^|[.;,:]\s*|\bis )(\d+) (second|minute|hour|day|week)s? (after|before) (\w+)(?:,? (?:and|plus) (\d+) more (?:\w+ )?(?:for|with|per) (?:every |each )?(\w+))?(?=$|[.;])/i;
  const [, count, unit = "", direction = "", base = "", more, counted = ""] = form.exec(text) ?? [];
  const [, step = 0] = Object.entries(seconds).find(([name]) => name === unit.toLowerCase()) ?? [];
  if (count === undefined) return null;
  return ({ item }, value) => {
    const times = more === undefined ? 0 : numberOf(memberOf(item, counted) ?? memberOf(item, `${counted}s`));
    const length = (Number(count) + (times ?? 0) * Number(more ?? 0)) * (/before/i.test(direction) ? -1 : 1);
    return times === null || isApart([memberOf(item, base), value], length, step)
      ? null
      : `that is not ${count} ${unit}s ${direction} ${base}`;
  };
}

/** Whether two times are so many steps apart, of so many seconds, as far as they are times. */
function isApart(times: readonly (Json | undefined)[], count: number, step: number): boolean {
  const [from = "", to = ""] = times.map((one) => (typeof one === "string" ? one : ""));
  const distance = Date.parse(to) - Date.parse(from) - count * step * 1000;
  // A day of a time zone may be an hour longer or shorter, and a date has no time of the day.
  const ofDays = from.length === to.length ? seconds.hour : seconds.day;
  return Number.isNaN(distance) || Math.abs(distance) <= (step >= seconds.day ? ofDays * 1000 : 2000);
}

/** `lentOn plus days`: a time that is so much later than another one as a number of the object or of the request. */
function laterIn(text: string): Rule | null {
  const [, base = "", name = "", unit = ""] =
    /(?:^|[.;:] |\bis )(\w+) plus (\w*(second|minute|hour|day|week)s)(?=$|[.;,])/i.exec(text) ?? [];
  const [, step = 0] = Object.entries(seconds).find(([one]) => one === unit.toLowerCase()) ?? [];
  // Not each day is a business day.
  if (step === 0 || /business|work/i.test(name)) return null;
  return ({ item, sent }, value) => {
    const count = numberOf(memberOf(item, name) ?? memberOf(sent, name));
    const isRight = count === null || isApart([memberOf(item, base), value], count, step);
    return isRight ? null : `that is not ${count} ${unit}s after ${base}`;
  };
}

/** `Only while the loan is active`: a member, or a link, that another state does not have; `null while the loan is active`. */
function presenceIn(text: string): Rule | null {
  const [, what = "", rest = ""] =
    /(?:^|[.;,]\s*|\b)(only|null|absent|empty) (?:while|when|if|as long as)\b([^.;]*)/i.exec(text) ?? [];
  if (rest === "" || /\b(not|no longer|unless|null only)\b/i.test(rest) || /\bnull only\b/i.test(text)) return null;
  const isOnly = /only/i.test(what);
  return ({ state }, value) => {
    const named = state?.all.filter((one) => isNamedIn(rest, one)) ?? [];
    if (state === null || typeof state.value !== "string" || named.length === 0) return null;
    const isThere = value !== undefined && value !== null;
    if (!isThere || isOnly === named.includes(state.value)) return null;
    return `in the state ${state.value}, although it is ${isOnly ? "there only" : "absent"} in ${named.join(", ")}`;
  };
}

/** `The time when it was closed; null in every other state`, `set while it is closed, null otherwise`. */
function absenceIn(text: string): Rule | null {
  const [, before = ""] =
    /([^.;]*?)[,;:]? (?:and )?(?:it )?(?:is )?(?:null|absent|empty) in (?:every|all|any) other (?:state|status)/i.exec(
      text.replaceAll(";", ","),
    ) ??
    /\b(?:while|as long as)\b([^.;]*?)[,;:]? (?:and )?(?:is )?(?:null|absent|empty) otherwise\b/i.exec(text) ??
    [];
  if (before === "" || /\b(not|no longer|unless|until|before|never)\b/i.test(before)) return null;
  return ({ state }, value) => {
    const named = state?.all.filter((one) => isNamedIn(before, one)) ?? [];
    if (state === null || typeof state.value !== "string" || named.length === 0 || named.includes(state.value))
      return null;
    return value === undefined || value === null
      ? null
      : `in the state ${state.value}, although it is there only in ${named.join(", ")}`;
  };
}

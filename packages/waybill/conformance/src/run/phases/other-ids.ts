// An operation takes a record by its id -> by nothing else: not by its number or another text of it, nor by an id that is nearly the same.
import { type Json, matches, type Operation } from "waybill/description";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create } from "../creating.ts";
import { changesSince, readOwn } from "../engines/read-back.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf, follow } from "../inputs.ts";
import { linksOf } from "../links.ts";
import type { RequestValues } from "../request-values.ts";
import type { Followed } from "../runtime-expression.ts";
import { withBody } from "../variation.ts";
import { declaresAbsence } from "./unknown.ts";

/** So many other texts of a record are tried for its id. */
const most = 8;

export function* otherIds(context: Context): Cases {
  for (const producer of context.accepted) {
    if (producer.operation.method !== "post") continue;
    for (const operation of new Set(linksOf(context, producer).map(({ followed }) => followed.operation))) {
      const run = (): Promise<void> => tryOthers(context, producer.operation, operation);
      yield caseOf("unknown", operation, "unknown/other-addresses", run, { elsewhere: "or last" });
    }
  }
}

interface OtherId {
  readonly value: string;
  /** `the orderNumber of a record`: for a message. */
  readonly what: string;
}

async function tryOthers(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const [made, other] = [await create(context, producer), await create(context, producer)];
  const next = made === null ? null : follow(context, made, operation);
  const before = made === null ? null : await readOwn(context, made);
  const beside = other === null ? null : await readOwn(context, other);
  if (made === null || next === null || before?.resource == null || beside?.resource == null) return;
  const place = placeOfId(next.followed);
  if (place === null) return;
  for (const { value, what } of [...otherTexts(before.resource, beside.resource, place.id), ...nearlySame(place.id)]) {
    const changed = place.put(next.values, value);
    if (!isValid(operation, changed)) continue;
    const result = await context.call(operation, changed);
    if (!isAccepted(result.status)) continue;
    // What a request that returns nothing of the record has done to it shows that it was found.
    const isFound = declaresAbsence(operation) || (await changesSince(context, made, before)) !== null;
    const finding = { check: "unknown-id-accepted", text: `accepts ${what} as the id` } as const;
    if (isFound && isAcceptedWrongly(context, result, finding)) return;
  }
}

interface PlaceOfId {
  readonly id: string;
  readonly put: (values: RequestValues, id: string) => RequestValues;
}

/** The one parameter of the path, or the one member of the body, that a link fills with the id of the record. */
function placeOfId({ parameters, body }: Followed): PlaceOfId | null {
  const [named, ...others] = Object.entries(parameters.path);
  if (named !== undefined) {
    const [name, id] = named;
    if (others.length > 0 || typeof id !== "string") return null;
    return {
      id,
      put: ({ parameters: given, ...rest }, value) => {
        return { ...rest, parameters: { ...given, path: { ...given.path, [name]: value } } };
      },
    };
  }
  const [member, ...more] = Object.entries(asObject(body) ?? {});
  if (member === undefined || more.length > 0 || typeof member[1] !== "string") return null;
  const [name, id] = member;
  return { id, put: (values, value) => withBody(values, { [name]: value }) };
}

function isValid(operation: Operation, { parameters, body }: RequestValues): boolean {
  const schema = bodyTypeOf(operation)?.schema;
  const isBodyValid = body?.kind !== "value" || schema === undefined || matches(schema, body.value);
  return (
    isBodyValid &&
    operation.parameters.every((one) => one.in !== "path" || matches(one.schema, parameters.path[one.name] ?? null))
  );
}

/** Texts that tell the record from another one. */
function otherTexts(own: JsonObject, other: JsonObject, id: string): OtherId[] {
  const texts = textsIn(own, "").filter(([place, value]) => value !== id && textAt(other, place) !== value);
  return texts.slice(0, most).map(([place, value]) => ({ value, what: `the ${place} of a record` }));
}

function textsIn(value: JsonObject, before: string): [place: string, value: string][] {
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    if (typeof member === "string" && member !== "") return [[`${before}${name}`, member]];
    const inner = asObject(member);
    return inner === null ? [] : textsIn(inner, `${before}${name}.`);
  });
}

function textAt(value: JsonObject, place: string): Json | undefined {
  return place.split(".").reduce<Json | undefined>((found, step) => asObject(found)?.[step], value);
}

/** Letters of both cases show that their case counts; digits of a UUID or of another hexadecimal number mean the same in either. */
function nearlySame(id: string): OtherId[] {
  const swapped = [...id].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join("");
  const isCased = /[a-z]/.test(id) && /[A-Z]/.test(id);
  return [
    { value: ` ${id}`, what: "an id with a leading space" },
    { value: `${id} `, what: "an id with a trailing space" },
    { value: `${id}0`, what: "an id with an extra character" },
    ...(id.length > 4 ? [{ value: id.slice(0, -1), what: "an id without its last character" }] : []),
    ...(isCased ? [{ value: swapped, what: "an id with upper and lower case swapped" }] : []),
  ];
}

// `x-waybill-state-machine` of a schema -> transitions and rejections, and the shortest path to each state.
import type { Json, NamedSchema } from "waybill/description";
import {
  below,
  type Description,
  extensionOf,
  isRecord,
  numberIn,
  placeOf,
  textIn,
  textsIn,
} from "../../description/description.ts";

export interface StateMachine {
  /** `OrderStatus` */
  readonly name: string;
  /** The property of the resource that holds the state. */
  readonly property: string;
  readonly transitions: readonly Transition[];
  readonly refusals: readonly Refusal[];
  readonly where: string;
}

export interface Transition {
  /** The operation's id; `null`: it happens outside of the API. */
  readonly operation: string | null;
  /** `null`: the resource does not exist yet. */
  readonly from: readonly Json[] | null;
  /** `null`: the resource is gone. */
  readonly to: Json;
  readonly event: string | null;
  /** Members that have these values afterwards. */
  readonly sets: Readonly<Record<string, Json>>;
  /** Other members that may have another value afterwards; `null`: any. */
  readonly changes: readonly string[] | null;
  /** How some of them may change. */
  readonly moves: readonly MemberMove[];
  readonly response: { readonly status: number | null; readonly message: string | null };
}

/** A member changes from this value to that, and in no other way. */
export interface MemberMove {
  readonly member: string;
  readonly from: Json;
  readonly to: Json;
}

export interface Refusal extends Pick<Transition, "response"> {
  readonly operation: string;
  readonly from: readonly Json[];
}

export function stateMachinesOf(description: Pick<Description, "schemas">): StateMachine[] {
  return description.schemas.flatMap(machineOf);
}

function machineOf({ name, schema, at }: NamedSchema): StateMachine[] {
  const rule = extensionOf(schema.annotations.extensions, "x-waybill-state-machine");
  const property = textIn(rule, "property");
  if (rule === null || property === null) return [];
  const where = placeOf(below(at, "x-waybill-state-machine"));
  const list = (key: string): Readonly<Record<string, unknown>>[] => {
    const entries = rule[key];
    return Array.isArray(entries) ? entries.filter(isRecord) : [];
  };
  const refusals = list("refusals").flatMap((entry): Refusal[] => {
    const operation = operationIn(entry);
    return operation === null ? [] : [{ operation, from: statesIn(entry) ?? [], response: responseIn(entry) }];
  });
  const transitions = list("transitions").map(
    (entry): Transition => ({
      operation: operationIn(entry),
      from: statesIn(entry),
      to: (entry["to"] ?? null) as Json,
      event: textIn(entry, "event"),
      sets: (extensionOf(entry, "sets") as Readonly<Record<string, Json>> | null) ?? {},
      changes: Array.isArray(entry["changes"])
        ? [...textsIn(entry, "changes"), ...movesIn(entry).map(({ member }) => member)]
        : null,
      moves: movesIn(entry),
      response: responseIn(entry),
    }),
  );
  return [{ name, property, transitions, refusals, where }];
}

/** Transitions one after the other, from nothing to a state, using only those that can be made; `null` when there is no way. */
export function wayTo(
  machine: StateMachine,
  state: Json,
  canMake: (transition: Transition) => boolean,
): Transition[] | null {
  const ways: { readonly state: Json; readonly way: Transition[] }[] = machine.transitions
    .filter((one) => one.from === null && one.operation !== null && canMake(one))
    .map((one) => ({ state: one.to, way: [one] }));
  const reached = new Set<Json>();
  for (let next = ways.shift(); next !== undefined; next = ways.shift()) {
    const { state: at, way } = next;
    if (at === state) return way;
    if (reached.has(at)) continue;
    reached.add(at);
    const onward = machine.transitions.filter(
      (one) => one.from?.includes(at) === true && one.to !== null && canMake(one),
    );
    ways.push(...onward.map((one) => ({ state: one.to, way: [...way, one] })));
  }
  return null;
}

function operationIn(entry: Readonly<Record<string, unknown>>): string | null {
  return textIn(extensionOf(entry, "trigger"), "operation");
}

function statesIn(entry: Readonly<Record<string, unknown>>): readonly Json[] | null {
  const from = entry["from"];
  return Array.isArray(from) ? (from as readonly Json[]) : null;
}

function movesIn({ changes }: Readonly<Record<string, unknown>>): MemberMove[] {
  return (Array.isArray(changes) ? changes : []).filter(isRecord).flatMap((one): MemberMove[] => {
    const member = textIn(one, "member");
    return member === null ? [] : [{ member, from: (one["from"] ?? null) as Json, to: (one["to"] ?? null) as Json }];
  });
}

function responseIn(entry: Readonly<Record<string, unknown>>): Transition["response"] {
  const response = extensionOf(entry, "response");
  return { status: numberIn(response, "status"), message: textIn(response, "message") };
}

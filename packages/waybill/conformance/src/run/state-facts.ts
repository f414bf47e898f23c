// `holds` and `sets` of a state machine -> which members have a value in each state, and which value the creating operation gives them, in
// whichever response a record is.
import type { Json, NamedSchema } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn, textsIn } from "../description/description.ts";
import { asObject, type JsonObject, show } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { recordsIn } from "./immutable.ts";
import { itemsOf } from "./items.ts";
import { idsMadeBy } from "./links.ts";
import { type StateMachine, stateMachinesOf } from "./state-machine.ts";

export function watchStates(context: Context): void {
  const rules = context.description.schemas.flatMap(rulesOf);
  if (rules.length === 0) return;
  context.listeners.push((result) => {
    const schema = result.verdict?.mediaType?.schema;
    if (!isAccepted(result.status) || schema === undefined) return;
    for (const { item, named } of recordsIn(schema, result.json)) {
      for (const rule of rules) if (isOf(named, rule)) checkRecord(context, result, { rule, item });
    }
  });
}

/** What an operation makes has the values that its transition sets, unless another transition sets them as well. */
export function watchInitial(context: Context): void {
  const machines = stateMachinesOf(context.description);
  const made = new Map<
    unknown,
    { readonly operation: string; readonly name: string; readonly value: Json; readonly where: string }[]
  >();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    for (const { transitions, where } of machines) {
      const own = transitions.find(({ from, operation }) => from === null && operation === result.operation.id);
      const others = transitions.filter((one) => one !== own).flatMap(({ sets }) => Object.keys(sets));
      const set = Object.entries(own?.sets ?? {}).filter(([name]) => !others.includes(name));
      const facts = set.map(([name, value]) => ({ operation: result.operation.id, name, value, where }));
      if (facts.length > 0) for (const id of idsMadeBy(result)) made.set(id, facts);
    }
    const whole = asObject(result.json);
    for (const item of itemsOf(result.json) ?? (whole === null ? [] : [whole])) {
      for (const { operation, name, value, where } of made.get(item["id"]) ?? []) {
        if (item[name] === undefined || JSON.stringify(item[name]) === JSON.stringify(value)) continue;
        if (context.records.updated.has(item["id"] ?? null)) continue;
        const is = `${show(item[name])}; the state machine says ${show(value)} of what ${operation} makes`;
        context.object("wrong-state", `${result.operation.id} returns the ${name} ${is}`, { ...result, where });
      }
    }
  });
}

/** What no request was about stays in its state, unless something outside of the API leads to another one. */
export function watchUnasked(context: Context): void {
  const machines = stateMachinesOf(context.description);
  const states = new Map<Json, { readonly machine: StateMachine; state: Json }>();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    for (const machine of machines) {
      const own = machine.transitions.find(({ from, operation }) => from === null && operation === result.operation.id);
      if (own !== undefined) for (const id of idsMadeBy(result)) states.set(id, { machine, state: own.to });
    }
    const whole = asObject(result.json);
    for (const item of itemsOf(result.json) ?? (whole === null ? [] : [whole])) {
      const known = states.get(item["id"] ?? null);
      const now = known === undefined ? undefined : item[known.machine.property];
      if (known === undefined || now === undefined || now === known.state) continue;
      const { machine, state } = known;
      known.state = now;
      if (context.records.changed.has(item["id"] ?? null) || leadsOutside(machine, state, now)) continue;
      const is = `${machine.property} ${show(now)} after ${show(state)} of what no accepted request was about`;
      context.object("wrong-state", `${result.operation.id} returns ${is}`, { ...result, where: machine.where });
    }
  });
}

/** Whether transitions outside of the API lead from one state to another. */
function leadsOutside({ transitions }: StateMachine, from: Json, to: Json): boolean {
  const reached = new Set<Json>([from]);
  for (const state of reached) {
    for (const one of transitions) {
      if (one.operation === null && one.from?.includes(state) === true) reached.add(one.to);
    }
  }
  return reached.has(to);
}

interface Rule {
  /** The schema of the property, or of the record itself. */
  readonly identity: NamedSchema["identity"];
  readonly property: string;
  readonly states: readonly Json[];
  readonly empty: readonly string[];
  readonly filled: readonly string[];
  readonly where: string;
}

function checkRecord(
  context: Context,
  result: CallResult,
  { rule, item }: { readonly rule: Rule; readonly item: JsonObject },
): void {
  const { property, states, empty, filled, where } = rule;
  const state = item[property];
  if (state === undefined || !states.includes(state)) return;
  const object = (name: string, how: string): void => {
    const message = `${result.operation.id} returns ${name} ${how} in the state ${String(state)}`;
    context.object("wrong-state", message, { ...result, where });
  };
  for (const name of empty) if ((item[name] ?? null) !== null) object(name, `with a value`);
  for (const name of filled) if (item[name] === null) object(name, `without a value`);
}

/** The machine is described with the schema of the record, or with that of the property in it. */
function isOf({ schema, identity }: NamedSchema, rule: Rule): boolean {
  if (identity === rule.identity) return true;
  return (
    schema.kind === "object" &&
    schema.properties.some(
      (one) => one.name === rule.property && one.schema.kind === "ref" && one.schema.target.identity === rule.identity,
    )
  );
}

function rulesOf({ schema, at, identity }: NamedSchema): Rule[] {
  const machine = extensionOf(schema.annotations.extensions, "x-waybill-state-machine");
  const property = textIn(machine, "property");
  const holds = machine?.["holds"];
  if (property === null || !Array.isArray(holds)) return [];
  return holds.filter(isRecord).map((entry) => ({
    identity,
    property,
    states: Array.isArray(entry["in"]) ? (entry["in"] as readonly Json[]) : [],
    empty: textsIn(entry, "empty"),
    filled: textsIn(entry, "filled"),
    where: placeOf(at),
  }));
}

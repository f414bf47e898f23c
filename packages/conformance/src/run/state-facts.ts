// `holds` of a state machine -> in each state which members have a value, and which have none yet, in whichever response a record is.
import type { Json, NamedSchema } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn, textsIn } from "../description/description.ts";
import type { JsonObject } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { recordsIn } from "./immutable.ts";

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
      (one) =>
        one.name === rule.property && one.schema.kind === "ref" && one.schema.target.identity === rule.identity,
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
    empty: textsIn(entry, "null"),
    filled: textsIn(entry, "value"),
    where: placeOf(at),
  }));
}

// Records of every kind, each taken along every path of the state machine: what holds of one record in its states holds of the smallest,
// the largest and the oddest one, with every switch and reference, and so do its events.
import { type Json, matches, type Operation } from "waybill/description";
import { withValueAt } from "../../values/json.ts";
import { placesIn } from "../../values/places.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, createFull } from "../creating.ts";
import { readOwn } from "../engines/read-back.ts";
import { bodyTypeOf, callAnew, inputsFor } from "../inputs.ts";
import { renewed, withBody, withLargeAmounts } from "../variation.ts";
import { fullBodies } from "./entries.ts";
import type { StateMachine, Transition } from "./state-machine.ts";
import { oddBody } from "./verbatim.ts";

/** No more paths are tried, and no more kinds of records. */
const [mostPaths, mostKinds] = [6, 8];

/** What a life cycle does with a record. */
export interface TransitionMaker {
  canMake(transition: Transition): boolean;
  make(transition: Transition, created: CallResult): Promise<CallResult | null>;
}

export function* statePaths(context: Context, machine: StateMachine, life: TransitionMaker): Cases {
  const first = machine.transitions.find(({ from, operation }) => from === null && operation !== null);
  const producer = context.accepted.find(({ operation }) => operation.id === first?.operation)?.operation;
  if (first === undefined || producer === undefined) return;
  const paths = pathsFrom(machine, first.to, (one) => life.canMake(one));
  const kinds = kindsOf(context, producer);
  if (paths.length === 0 || kinds.length < 2) return;
  for (const [index, kind] of kinds.entries()) {
    for (const path of paths) {
      const name = `life-cycle/crowd/${index + 1}/${path.map(nameOf).join("-")}`;
      const run = async (): Promise<void> => {
        const created = await kind();
        if (created === null || !isAccepted(created.status)) return;
        // What a transition changes shows beside what was there before.
        await readOwn(context, created);
        for (const transition of path) if ((await life.make(transition, created)) === null) return;
      };
      const one = caseOf("life cycle", { id: machine.name }, name, run, { elsewhere: "or last" });
      yield { ...one, subject: producer.id };
    }
  }
}

function nameOf({ operation, event, to }: Transition): string {
  return operation ?? event ?? String(to);
}

/** Each sequence of transitions from a state that no other one continues, and that comes to no state twice. */
function pathsFrom(machine: StateMachine, state: Json, canMake: (one: Transition) => boolean): Transition[][] {
  const walk = (from: Json, known: readonly Json[]): Transition[][] => {
    const next = machine.transitions.filter(
      (one) => one.from?.includes(from) === true && !known.includes(one.to) && canMake(one),
    );
    return next.length === 0
      ? [[]]
      : next.flatMap((one) =>
          one.to === null ? [[one]] : walk(one.to, [...known, one.to]).map((rest) => [one, ...rest]),
        );
  };
  return walk(state, [state])
    .filter(({ length }) => length > 0)
    .slice(0, mostPaths);
}

type Kind = () => Promise<CallResult | null>;

/** Creates that are accepted: as little as is required, as much as there can be, amounts beyond what there is, each switch, each listed reference, and odd texts. */
function kindsOf(context: Context, producer: Operation): Kind[] {
  const usual = inputsFor(context, producer, "all")?.values;
  const schema = bodyTypeOf(producer)?.schema;
  if (usual?.body?.kind !== "value" || schema === undefined) return [];
  const { value } = usual.body;
  const switched = placesIn(schema, value).flatMap(({ path, value: now }) =>
    typeof now === "boolean" ? [withValueAt(value, path, !now)] : [],
  );
  const odd = oddBody(context, producer);
  const bodies = [
    withLargeAmounts(schema, value),
    ...fullBodies(context, producer),
    ...switched,
    ...(odd === null ? [] : [odd]),
  ];
  const kinds = [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()]
    .filter((body) => matches(schema, body))
    .map(
      (body): Kind =>
        () =>
          callAnew(context, producer, withBody(usual, renewed(context, body))),
    );
  return [() => create(context, producer), ...kinds, () => createFull(context, producer)].slice(0, mostKinds);
}

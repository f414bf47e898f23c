// A valid request that is rejected because of the state of what it names, such as the order of an empty cart -> the operation that prepares
// it, which is then called before each of its requests.
import type { Json, Operation } from "waybill/description";
import { type CallResult, type Context, isAccepted, isRefused } from "./context.ts";
import { provide } from "./creating.ts";
import { bodyTypeOf, inputsFor } from "./inputs.ts";
import { isReference, namesWithoutRole, ownerOfParameter, plainName } from "./knowledge.ts";
import { membersOfBody, type RequestValues } from "./request-values.ts";

/** What a request names by an id: a path parameter or a member of its body. */
interface Named {
  readonly name: string;
  readonly place: "path" | "body";
}

interface Preparation extends Named {
  readonly operation: Operation;
  /** Of the path of `operation`, which takes the id. */
  readonly parameter: string;
}

/** So many operations are tried before one that is rejected. */
const most = 4;

/** Whether the rejection of a valid request may be about the state of something that it names. */
export function isPreparable(
  context: Context,
  { operation, values, status }: Pick<CallResult, "operation" | "status" | "values">,
): boolean {
  return isRefused(status) && candidatesFor(context, operation, { values, status }).length > 0;
}

/** The response to the same request once something was done with what it names; `null` where that is of no avail. */
export async function acceptedAfter(context: Context, first: CallResult): Promise<CallResult | null> {
  const { operation } = first;
  for (const candidate of candidatesFor(context, operation, first).slice(0, most)) {
    // What an action has been done with may be fit for nothing else.
    const values = isBodyless(candidate.operation)
      ? ((await provide(context, operation)) ?? first.values)
      : first.values;
    // Of an amount that is just as large, there may have to be more.
    for (let times = 0; times < 2; times += 1) {
      if (!(await prepare(context, candidate, values))) break;
      const result = await context.call(operation, values);
      if (!isAccepted(result.status)) continue;
      const all = first.status === 404 ? context.makers : context.preparations;
      all.set(operation, (later) => prepare(context, candidate, later));
      return result;
    }
  }
  return null;
}

async function prepare(context: Context, preparation: Preparation, values: RequestValues): Promise<boolean> {
  const { operation, parameter } = preparation;
  const id = idIn(preparation, values);
  const inputs = inputsFor(context, operation, "required")?.values;
  if (id === undefined || inputs === undefined || !context.records.made.has(id)) return false;
  // `PUT /carts/{cartId}/items/{sku}` of what `DELETE` there takes away.
  const same = Object.entries(values.parameters.path).filter(([name]) => Object.hasOwn(inputs.parameters.path, name));
  const path = { ...inputs.parameters.path, ...Object.fromEntries(same), [parameter]: id };
  const result = await context.call(operation, { ...inputs, parameters: { ...inputs.parameters, path } });
  return isAccepted(result.status);
}

/**
 * Operations that add something to what the request names, `POST /carts/{cartId}/items` for the `cartId` of an order, or that change its
 * state, where that is in the way. What is not there, `PUT` makes at the same address.
 */
function candidatesFor(
  { description }: Context,
  operation: Operation,
  { values, status }: Pick<CallResult, "values" | "status">,
): Preparation[] {
  const members = Object.keys(membersOfBody(values) ?? {}).filter(isReference);
  const named: Named[] = [
    ...members.map((name): Named => ({ name, place: "body" })),
    ...Object.keys(values.parameters.path).map((name): Named => ({ name, place: "path" })),
  ];
  const candidates = named.flatMap((one) =>
    description.operations.flatMap((candidate): Preparation[] => {
      if (candidate === operation || !["post", "put"].includes(candidate.method)) return [];
      const isThere = candidate.path.text === operation.path.text && candidate.method === "put";
      if (status === 404 ? !isThere : isBodyless(candidate) && status !== 409) return [];
      const [, parameter] = /^[^{}]*\/\{([^{}]+)\}\/[^{}]+(?:\/\{[^{}]+\})?$/.exec(candidate.path.text) ?? [];
      return parameter !== undefined && isFor(candidate, parameter, one)
        ? [{ ...one, operation: candidate, parameter }]
        : [];
    }),
  );
  return candidates.sort((a, b) => Number(isBodyless(a.operation)) - Number(isBodyless(b.operation)));
}

function isBodyless(operation: Operation): boolean {
  return bodyTypeOf(operation) === null;
}

function isFor({ path }: Operation, parameter: string, { name }: Named): boolean {
  const owner = ownerOfParameter(path.text, parameter);
  const names = [plainName(name), ...namesWithoutRole(name)];
  return [plainName(parameter), plainName(`${owner}id`)].some((one) => names.includes(one));
}

function idIn({ name, place }: Named, values: RequestValues): Json | undefined {
  return place === "path" ? values.parameters.path[name] : membersOfBody(values)?.[name];
}

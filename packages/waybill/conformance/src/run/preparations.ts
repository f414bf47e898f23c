// A valid request that is rejected because of the state of what it names, such as the order of an empty cart -> the operation that prepares
// it, which is then called before each of its requests.
import { type Json, matches, type Operation } from "waybill/description";
import { isNamedIn, statedOf } from "../description/stated.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "./context.ts";
import { provide } from "./creating.ts";
import { bodyTypeOf, callAnew, follow, inputsFor, namedBy } from "./inputs.ts";
import { isReference, namesWithoutRole, ownerOfParameter, ownerOfPath, plainName } from "./knowledge.ts";
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
  const isKnown = removalUndoneBy(context, operation) !== null || fillersFor(context, operation, status).length > 0;
  return isRefused(status) && (isKnown || candidatesFor(context, operation, { values, status }).length > 0);
}

/** The deletion that an operation undoes: `DELETE /lists/{listId}` for `POST /lists/{listId}/restore`. */
export function removalUndoneBy(
  { description }: Pick<Context, "description">,
  { id, method, path, words }: Operation,
): Operation | null {
  const names = `${id} ${path.text.replace(/^.*[/:]/, "")} ${words.summary ?? ""}`;
  if (!["post", "put"].includes(method) || !/restor|un-?delet|un-?remov|un-?trash|reinstat/i.test(names)) return null;
  const isAbove = (text: string): boolean => text.endsWith("}") && /^[/:]/.test(path.text.slice(text.length));
  const removal = description.operations.find(
    (one) => one.method === "delete" && path.text.startsWith(one.path.text) && isAbove(one.path.text),
  );
  return removal ?? null;
}

/**
 * Operations that fill what there is only one of, where a request that names nothing is rejected for its state (409): `PUT /cart` for an
 * operation of which the description says that it orders what is in the cart.
 */
function fillersFor({ description }: Context, operation: Operation, status: number): Operation[] {
  if (status !== 409 || operation.method !== "post" || operation.path.text.includes("{")) return [];
  const stated = statedOf(operation);
  const isNamed = ({ path }: Operation): boolean => isNamedIn(stated, ownerOfPath(path.text));
  return description.operations.filter(
    (one) => one.method === "put" && !one.path.text.includes("{") && bodyTypeOf(one) !== null && isNamed(one),
  );
}

/** The response once what it is about was filled. */
async function filledBefore(context: Context, { operation, values, status }: CallResult): Promise<CallResult | null> {
  for (const filler of fillersFor(context, operation, status)) {
    const fill = async (): Promise<boolean> => {
      const inputs = inputsFor(context, filler, "all")?.values;
      return inputs !== undefined && isAccepted((await context.call(filler, withEnough(inputs, 1))).status);
    };
    const result = (await fill()) ? await context.call(operation, values) : null;
    if (result === null || !isAccepted(result.status)) continue;
    context.preparations.set(operation, fill);
    return result;
  }
  return null;
}

/** The response once what is to be restored was deleted. */
async function restoredAfter(context: Context, { operation, values }: CallResult): Promise<CallResult | null> {
  const removal = removalUndoneBy(context, operation);
  if (removal === null) return null;
  const remove = async (later: RequestValues): Promise<unknown> => {
    const { path } = later.parameters;
    const usual = inputsFor(context, removal, "required")?.values;
    return usual === undefined
      ? null
      : await context.call(removal, { ...usual, parameters: { ...usual.parameters, path } });
  };
  await remove(values);
  const result = await context.call(operation, values);
  if (!isAccepted(result.status)) return null;
  context.preparations.set(operation, remove);
  return result;
}

/** The response to the same request once something was done with what it names; `null` where that is of no avail. */
export async function acceptedAfter(context: Context, first: CallResult): Promise<CallResult | null> {
  const { operation } = first;
  const accepted = (await restoredAfter(context, first)) ?? (await filledBefore(context, first));
  if (accepted !== null) return accepted;
  for (const candidate of candidatesFor(context, operation, first).slice(0, most)) {
    // What an action has been done with may be fit for nothing else.
    const values = isBodyless(candidate.operation)
      ? ((await provide(context, operation)) ?? first.values)
      : first.values;
    // Of an amount that is just as large, there may have to be more; what else the preparation names may be used up.
    let others: Path = {};
    for (let times = 0; times < 2; times += 1) {
      if (!(await prepare(context, { ...candidate, others }, values))) break;
      const result = await context.call(operation, values);
      if (!isAccepted(result.status) || times === 0) others = await makeOthers(context, candidate);
      if (!isAccepted(result.status)) continue;
      const all = first.status === 404 ? context.makers : context.preparations;
      all.set(operation, (later) => prepare(context, { ...candidate, others }, later));
      return result;
    }
  }
  return null;
}

async function prepare(
  context: Context,
  preparation: Preparation & { readonly others: Path },
  values: RequestValues,
): Promise<boolean> {
  const { operation, parameter, others } = preparation;
  const id = idIn(preparation, values);
  const usual = inputsFor(context, operation, "required")?.values;
  if (id === undefined || usual === undefined || !context.records.made.has(id)) return false;
  const inputs = withEnough(usual, 1);
  // `PUT /carts/{cartId}/items/{sku}` of what `DELETE` there takes away.
  const same = Object.entries(values.parameters.path).filter(([name]) => Object.hasOwn(inputs.parameters.path, name));
  const path = { ...inputs.parameters.path, ...others, ...Object.fromEntries(same), [parameter]: id };
  const result = await context.call(operation, { ...inputs, parameters: { ...inputs.parameters, path } });
  return isAccepted(result.status);
}

type Path = RequestValues["parameters"]["path"];

/** What the path of a preparation names besides, with plenty of all that it counts: the product of `PUT /carts/{cartId}/items/{productId}`. */
async function makeOthers(context: Context, { operation, parameter }: Preparation): Promise<Path> {
  const made: [string, Json][] = [];
  for (const { name } of operation.parameters.filter((one) => one.in === "path" && one.name !== parameter)) {
    const { producer, reader } = namedBy(context, operation, name) ?? {};
    const inputs = producer === undefined ? null : inputsFor(context, producer, "all");
    if (producer === undefined || reader === undefined || inputs === null) continue;
    const created = await callAnew(context, producer, withEnough(inputs.values, plenty));
    const [id] = Object.values(follow(context, created, reader)?.values.parameters.path ?? {});
    if (id !== undefined) made.push([name, id]);
  }
  return Object.fromEntries(made);
}

/** Of something that there may be none of, `quantity: 0`, there is so much. */
function withEnough(values: RequestValues, least: number): RequestValues {
  const { body } = values;
  const members = membersOfBody(values);
  if (body?.kind !== "value" || members === null) return values;
  const enough = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === "number" && value < least && countNames.test(name) ? least : value,
    ]),
  );
  return matches(body.mediaType.schema, enough) ? { ...values, body: { ...body, value: enough } } : values;
}

const countNames = /(amount|quantity|count|stock|on_?hand|available|balance|credits)$/i;

/** Enough for all requests of one each. */
const plenty = 1000;

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

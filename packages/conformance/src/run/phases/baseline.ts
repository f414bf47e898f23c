// One good call of every operation, those first that others need: what they create is what the others are about.
import type { Operation } from "waybill/description";
import type { Answered, Context } from "../context.ts";
import { isAccepted } from "../context.ts";
import { acceptedCall, inputsFor, inputsFromLink, linksOf } from "../inputs.ts";
import type { RequestValues } from "../request-values.ts";
import { operationOf } from "../runtime-expression.ts";

export async function runBaseline(context: Context): Promise<void> {
  const operations = [...context.description.operations].sort((a, b) => rank(context, a) - rank(context, b));
  for (const operation of operations) {
    await context.case("baseline", `${operation.id}/baseline`, operation.id, () => callFirst(context, operation));
  }
}

async function callFirst(context: Context, operation: Operation): Promise<void> {
  const provided = producersOf(context, operation).length > 0 ? await provide(context, operation) : null;
  const provisional = provided === null ? null : await context.call(operation, provided);
  const first = provisional !== null && isAccepted(provisional.status) ? { answered: provisional, unknown: [] } : null;
  const tried = first ?? (await acceptedCall(context, operation));
  if (tried === null) return;
  const { answered, unknown } = tried;
  const accepted = isAccepted(answered.status);
  context.baselines.set(operation, { answered, accepted });
  if (accepted || !declaresSuccess(operation)) return;
  const needs = [...new Set(unknown)].map((name) => `--value ${name}=…`).join(" ");
  const said = new TextDecoder().decode(answered.exchange.response.body).slice(0, 200);
  if (unknown.length > 0 || needsResource(operation)) {
    const hint = needs === "" ? "" : `; give it ${needs}`;
    context.notes.add(`${operation.id} was never accepted (${answered.status} ${said})${hint}`);
    return;
  }
  const message = `${operation.id} refuses a request that matches its description, with ${answered.status}`;
  context.object("valid-refused", message, answered);
}

/** Values for one more good call: of something newly created, where the description links to this operation from there. */
export async function provide(context: Context, operation: Operation): Promise<RequestValues | null> {
  for (const producer of producersOf(context, operation)) {
    const created = await create(context, producer);
    if (created === null) continue;
    const link = linksOf(context, created).find(({ followed }) => followed.operation === operation);
    const values = link === undefined ? null : inputsFromLink(context, link.followed);
    if (values !== null) return values;
  }
  return inputsFor(context, operation, "required")?.values ?? null;
}

/** Calls an operation that creates something, again; `null` when it is refused. */
export async function create(context: Context, producer: Operation): Promise<Answered | null> {
  const baseline = context.baselines.get(producer);
  if (baseline !== undefined && !baseline.accepted) return null;
  const inputs = inputsFor(context, producer, "required") ?? inputsFor(context, producer, "all");
  if (inputs === null) return null;
  const created = await context.call(producer, inputs.values);
  if (isAccepted(created.status)) return created;
  return await acceptedCall(context, producer).then((tried) =>
    tried !== null && isAccepted(tried.answered.status) ? tried.answered : null,
  );
}

/** The operations whose links lead here: those that create first, those that list last. */
export function producersOf(context: Context, operation: Operation): Operation[] {
  return context.description.operations
    .filter(
      (one) =>
        one !== operation &&
        one.responses.some(({ links }) => links.some((link) => operationOf(context.description, link) === operation)),
    )
    .sort((a, b) => Number(a.method !== "post") - Number(b.method !== "post"));
}

/** Creates before what needs them, and what ends things last. */
function rank(context: Context, operation: Operation): number {
  const hasPathParameter = operation.parameters.some((one) => one.in === "path");
  const isTarget = producersOf(context, operation).some(({ method }) => method === "post");
  if (operation.method === "delete") return 6;
  if (operation.method === "get" && !hasPathParameter) return 0;
  if (operation.method === "post" && !hasPathParameter && !isTarget) return 1;
  if (operation.method === "get") return 2;
  return hasPathParameter || isTarget ? 4 : 3;
}

function declaresSuccess({ responses }: Operation): boolean {
  return responses.some(
    ({ status }) =>
      (status.kind === "code" && isAccepted(status.code)) || (status.kind === "range" && status.first === 2),
  );
}

function needsResource({ parameters }: Operation): boolean {
  return parameters.some((one) => one.in === "path");
}

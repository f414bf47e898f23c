// One valid call of every operation, dependencies first: the others use the resources that they create.
import type { MediaType, Operation } from "waybill/description";
import { isPartial } from "../../description/description.ts";
import { textOfBytes } from "../../exchange/exchange.ts";
import { noteBasePath } from "../base-path.ts";
import { type CallResult, type Context, isAccepted, Spent } from "../context.ts";
import { needsKey, needsMore } from "../credentials.ts";
import { acceptedCall, callAnew, inputsFor, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import type { RequestValues } from "../request-values.ts";
import { isAbout } from "../selection.ts";

export async function runBaseline(context: Context): Promise<void> {
  const operations = [...context.description.operations].sort((a, b) => rank(context, a) - rank(context, b));
  for (const operation of operations) {
    await context.case("baseline", `${operation.id}/baseline`, operation.id, () => callFirst(context, operation));
  }
  noteBasePath(context);
  noteFailedNeeds(context);
  const { reason } = context.session;
  // Where the key comes before the budget, only a request with a key shows that nothing is left of it.
  const isSpent = [...context.baselines.values()].every(({ status }) => status === 429);
  if (reason !== null && context.baselines.size > 0 && isSpent) throw new Spent(context.server, reason);
}

/** Findings of operations that run only because selected ones depend on them are not reported, but they may explain what was not tried. */
function noteFailedNeeds(context: Context): void {
  const only = context.options.only ?? null;
  if (only === null) return;
  for (const operation of context.description.operations) {
    if (!isAbout(only, operation.id) || wasAccepted(context, operation)) continue;
    const needs = failedNeedsOf(context, operation, new Set()).filter(({ id }) => !isAbout(only, id));
    for (const need of needs) {
      const status = context.baselines.get(need)?.status;
      const how = status === undefined ? "" : ` (${status})`;
      context.notes.add(`${need.id} was not accepted${how}, and ${operation.id} depends on it: run --only ${need.id}`);
    }
  }
}

/** The operations that create what this one is about, and what those need, as far as none of their requests was accepted. */
function failedNeedsOf(context: Context, operation: Operation, seen: Set<Operation>): Operation[] {
  const needs = context.links.producersOf(operation).filter((one) => !seen.has(one) && !wasAccepted(context, one));
  for (const need of needs) seen.add(need);
  return needs.flatMap((need) => [need, ...failedNeedsOf(context, need, seen)]);
}

function wasAccepted(context: Context, operation: Operation): boolean {
  return isAccepted(context.baselines.get(operation)?.status ?? 0);
}

async function callFirst(context: Context, operation: Operation): Promise<void> {
  const provided = context.links.producersOf(operation).length > 0 ? await provide(context, operation) : null;
  const provisional = provided === null ? null : await context.call(operation, provided);
  const first = provisional !== null && isAccepted(provisional.status) ? { result: provisional, unknown: [] } : null;
  const tried = first ?? (await acceptedCall(context, operation));
  if (tried === null) return;
  const { result, unknown } = tried;
  context.baselines.set(operation, result);
  // A 5xx is a finding already, and shows nothing about accepted values; a budget that is used up shows nothing either.
  if (result.status === 429 || isAccepted(result.status) || result.status >= 500 || !declaresSuccess(operation)) return;
  const needs = [...new Set(unknown)].map((name) => `--value ${name}=…`).join(" ");
  const doubt = needs === "" ? doubtAbout(context, result) : `; pass ${needs}`;
  if (doubt !== null) {
    if (!isAbout(context.options.only ?? null, operation.id)) return;
    const said = textOfBytes(result.exchange.response.body).slice(0, 200).trim();
    context.notes.add(`${operation.id} was never accepted (${`${result.status} ${said}`.trim()})${doubt}`);
    return;
  }
  const message = `${operation.id} rejects a request that matches its description with ${result.status}`;
  context.object("valid-refused", message, result);
}

/** Why the rejection may be right, as the end of a note; `null`: there is no such reason. */
function doubtAbout(context: Context, { operation, status, values }: CallResult): string | null {
  if (status >= 300 && status < 400) return "";
  if (status === 403) return "; the key may lack permission";
  if ((status === 401 || status === 407) && needsKey(operation)) {
    if (context.keyOf(operation) === null) return "; pass --key";
    if (needsMore(operation, context.schemes(operation), context.options.keys)) return "; it needs more than one key";
  }
  // A schema declares neither the contents of a file nor which resources exist.
  if (values.body?.kind === "value" && !isPlain(values.body.mediaType)) return "";
  return needsResource(operation) || isPartial(operation, "request") || status === 409 ? "" : null;
}

function isPlain({ body, type }: MediaType): boolean {
  return body === "binary" || body === "text" ? /^(text\/plain|application\/octet-stream)\b/i.test(type) : true;
}

/** Values for one more good call: of something newly created, where the description links to this operation from there. */
export async function provide(context: Context, operation: Operation): Promise<RequestValues | null> {
  for (const producer of context.links.producersOf(operation)) {
    const created = await create(context, producer);
    if (created === null) continue;
    const link = linksOf(context, created).find(({ followed }) => followed.operation === operation);
    const values = link === undefined ? null : inputsFromLink(context, link.followed);
    if (values !== null) return values;
  }
  return inputsFor(context, operation, "required")?.values ?? null;
}

/** Calls an operation that creates something, again; `null` when it is rejected. */
export async function create(context: Context, producer: Operation): Promise<CallResult | null> {
  const baseline = context.baselines.get(producer);
  if (baseline !== undefined && !isAccepted(baseline.status)) return null;
  const inputs = inputsFor(context, producer, "required") ?? inputsFor(context, producer, "all");
  if (inputs === null) return null;
  const created = await callAnew(context, producer, inputs.values);
  if (isAccepted(created.status)) return created;
  const tried = await acceptedCall(context, producer);
  return tried !== null && isAccepted(tried.result.status) ? tried.result : null;
}

/** Creates before their dependents, deletions last. */
function rank(context: Context, operation: Operation): number {
  const hasPathParameter = operation.parameters.some((one) => one.in === "path");
  const isTarget = context.links.producersOf(operation).some(({ method }) => method === "post");
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

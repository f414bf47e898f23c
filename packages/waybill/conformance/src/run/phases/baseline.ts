// One valid call of every operation, dependencies first: the others use the resources that they create.
import type { MediaType, Operation, Server } from "waybill/description";
import { isPartial } from "../../description/description.ts";
import { textOfBytes } from "../../exchange/exchange.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { acceptedCorrected } from "../corrections.ts";
import { provide } from "../creating.ts";
import { needsKey, needsMore } from "../credentials.ts";
import { acceptedCall } from "../inputs.ts";
import { ownerOfPath, plainName } from "../knowledge.ts";
import { acceptedAfter, isPreparable } from "../preparations.ts";
import { membersOfBody } from "../request-values.ts";
import { isAbout } from "../run-options.ts";
import { Spent } from "../session.ts";

export function* baseline(context: Context): Cases {
  const operations = [...context.description.operations].sort((a, b) => rank(context, a) - rank(context, b));
  const early = new Set<Operation>();
  for (const operation of operations) {
    yield caseOf("baseline", operation, "baseline", () => callFirst(context, operation, early));
  }
  // By now what they need can be made.
  for (const operation of early)
    yield caseOf("baseline", operation, "baseline/prepared", () => callFirst(context, operation, null));
  noteBasePath(context);
  noteRejections(context);
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

/** `early`: gets the operation where its request may be accepted later; `null`: it is later. */
async function callFirst(context: Context, operation: Operation, early: Set<Operation> | null): Promise<void> {
  const provided = context.links.producersOf(operation).length > 0 ? await provide(context, operation) : null;
  const provisional = provided === null ? null : await context.call(operation, provided);
  const first = provisional !== null && isAccepted(provisional.status) ? { result: provisional, unknown: [] } : null;
  const tried = first ?? (await acceptedCall(context, operation));
  if (tried === null) return;
  const { unknown } = tried;
  const isUnprepared = isPreparable(context, tried.result);
  const prepared = isUnprepared ? await acceptedAfter(context, tried.result) : null;
  const canWait = isUnprepared || dependsOn(context, operation, early) || isListedLater(context, tried.result);
  const isEarly = early !== null && canWait;
  const result = prepared ?? (isEarly ? null : await acceptedCorrected(context, tried.result)) ?? tried.result;
  context.baselines.set(operation, result);
  if (isEarly && isRefused(result.status)) {
    early.add(operation);
    return;
  }
  // A 5xx is a finding already, and shows nothing about accepted values; a budget that is used up shows nothing either.
  if (result.status === 429 || isAccepted(result.status) || result.status >= 500 || !declaresSuccess(operation)) return;
  const needs = [...new Set(unknown)].map((name) => `--value ${name}=…`).join(" ");
  // No value helps where the key is rejected.
  const doubt = needs === "" || result.status === 401 ? doubtAbout(context, result) : `; pass ${needs}`;
  if (doubt !== null) {
    if (!isAbout(context.options.only ?? null, operation.id)) return;
    const responseText = textOfBytes(result.exchange.response.body).slice(0, 200).trim();
    context.notes.add(`${operation.id} was never accepted (${`${result.status} ${responseText}`.trim()})${doubt}`);
    return;
  }
  context.fault("valid-refused", result, `rejects a request that matches its description with ${result.status}`);
}

function dependsOn({ links }: Context, operation: Operation, others: ReadonlySet<Operation> | null): boolean {
  return links.producersOf(operation).some((one) => others?.has(one) === true);
}

/** Whether its body names what a list has that was not read yet, and may be used up by the request. */
function isListedLater({ description, baselines }: Context, { values, status }: CallResult): boolean {
  const names = Object.keys(membersOfBody(values) ?? {}).map(plainName);
  const lists = description.operations.filter((one) => one.method === "get" && !one.path.text.endsWith("}"));
  const isNamed = ({ path }: Operation): boolean => names.includes(plainName(`${ownerOfPath(path.text)}id`));
  return [404, 409, 422].includes(status) && lists.some((one) => isNamed(one) && !baselines.has(one));
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
  const isAboutState = needsResource(operation) || isPreparable(context, { operation, status, values });
  return isAboutState || isPartial(operation, "request") || status === 409 ? "" : null;
}

function isPlain({ body, type }: MediaType): boolean {
  return body === "binary" || body === "text" ? /^(text\/plain|application\/octet-stream)\b/i.test(type) : true;
}

/** Creates before their dependents, deletions last. */
function rank(context: Context, operation: Operation): number {
  const hasPathParameter = needsResource(operation);
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

/** What to pass where the first requests of most operations were rejected; `noteFailedNeeds` has that of a run of some cases. */
function noteRejections(context: Context): void {
  if ((context.options.only ?? null) !== null) return;
  const first = [...context.baselines.values()].filter(({ operation }) => declaresSuccess(operation));
  const rejected = first.filter(({ status }) => status >= 400 && status < 500 && status !== 429);
  if (first.length < 3 || rejected.length * 2 <= first.length) return;
  const hints = [
    { statuses: [401, 403, 407], pass: "a key that may use these operations, with --key" },
    { statuses: [404, 410], pass: "ids that exist, with --value, and check the path of --url" },
    { statuses: null, pass: "values that the service accepts, with --value or --values" },
  ] as const;
  const hintOf = (status: number): string =>
    hints.find(({ statuses }) => statuses === null || statuses.some((one) => one === status))?.pass ?? "";
  const parts = [...Map.groupBy(rejected, ({ status }) => hintOf(status))].map(([pass, some]) => {
    const codes = [...new Set(some.map(({ status }) => status))].sort((a, b) => a - b);
    return `${some.length} with ${codes.join(", ")}: pass ${pass}`;
  });
  const all = `${rejected.length} of ${first.length} operations rejected their first request`;
  context.notes.add(`${all}, so this run shows little (${parts.join("; ")})`);
}

/** First responses that are all 404: the URL may lack the path of the spec's server, or have another one. */
function noteBasePath(context: Context): void {
  const first = [...context.baselines];
  if (first.length === 0 || first.some(([, { status }]) => status !== 404)) return;
  const [server] = first.flatMap(([{ servers }]) => servers);
  const path = server === undefined ? null : pathOfServer(server);
  const targetUrl = new URL(context.server);
  if (path === null || path === withoutSlash(targetUrl.pathname)) return;
  const where =
    path === "" ? "without a path, like the first server of the spec" : "with the path of the first server of the spec";
  context.notes.add(`every operation returned 404: did you mean --url ${targetUrl.origin}${path}, ${where}?`);
}

/** `null` for an address that cannot be read. */
function pathOfServer({ url, variables }: Server): string | null {
  const filled = variables.reduce((text, { name, default: value }) => text.replaceAll(`{${name}}`, () => value), url);
  const address = URL.parse(filled, "http://server.example");
  return address === null ? null : withoutSlash(address.pathname);
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

// A description and a live service -> a report: requests made from the schemas, links followed, deliveries received, and
// everything checked against the description.
import { textOf } from "waybill/description";
import { openReceiver, type Receiver } from "../deliveries/receiver.ts";
import { staleExcuses } from "../ledger/excuses.ts";
import { holesIn } from "../ledger/ledger.ts";
import { Recorder } from "../recorder.ts";
import { type CheckRow, checkRows, type Facts } from "./check-ledger.ts";
import { Context } from "./context.ts";
import { checkIdentities } from "./delivery-identity.ts";
import { watchImmutables } from "./immutable.ts";
import { listingsIn } from "./lists.ts";
import { watchTimes } from "./made-at.ts";
import { PayloadHistory } from "./payload-history.ts";
import { runAddresses } from "./phases/addresses.ts";
import { Aftermath } from "./phases/aftermath.ts";
import { runAmounts } from "./phases/amounts.ts";
import { runAtOnce } from "./phases/at-once.ts";
import { runAuthentication } from "./phases/authentication.ts";
import { runBaseline } from "./phases/baseline.ts";
import { runCompanions } from "./phases/companions.ts";
import { runCounting } from "./phases/counting.ts";
import { runEdges } from "./phases/edges.ts";
import { runEquivalents } from "./phases/equivalents.ts";
import { runInvalid } from "./phases/invalid.ts";
import { runJourney } from "./phases/journey.ts";
import { runLifeCycle, runTriggers } from "./phases/life-cycle.ts";
import { runLinks } from "./phases/links.ts";
import { runNeighbours } from "./phases/neighbours.ts";
import { runOpenBodies } from "./phases/open-bodies.ts";
import { runOtherAccounts } from "./phases/other-accounts.ts";
import { listParametersOf, runPaging } from "./phases/paging.ts";
import { runRandom } from "./phases/random.ts";
import { runRateLimit } from "./phases/rate-limit.ts";
import { Receivers } from "./phases/receivers.ts";
import { runRefusedUpdates } from "./phases/refused-updates.ts";
import { runRepeats } from "./phases/repeats.ts";
import { runSenders } from "./phases/senders.ts";
import { runSiblings } from "./phases/siblings.ts";
import { runSingles } from "./phases/singles.ts";
import { runSlices } from "./phases/slices.ts";
import { runStatedRules } from "./phases/stated-rules.ts";
import { checkHeard, checkListed, removeSubscriptions, runSubscriptions } from "./phases/subscriptions.ts";
import { runUnknown } from "./phases/unknown.ts";
import { runUpdates } from "./phases/updates.ts";
import { noteUrlRules, runUrlRules } from "./phases/url-rules.ts";
import { runValid } from "./phases/valid.ts";
import { runVerbatim } from "./phases/verbatim.ts";
import { RateWatch, rateRuleOf } from "./rate-watch.ts";
import { watchRoundTrips } from "./round-trips.ts";
import type { RunOptions } from "./run-options.ts";
import type { CaseResult, RunReport } from "./run-report.ts";
import { isReported } from "./selection.ts";
import { Session } from "./session.ts";
import { watchShownReferences } from "./shown-references.ts";
import { watchInitial, watchStates, watchUnasked } from "./state-facts.ts";
import { subscriptionApiOf } from "./subscription-api.ts";
import { Subscriptions } from "./subscriptions.ts";
import { createTransport } from "./transport.ts";

/**
 * Sends requests one after the other and reports the differences. It creates, changes and deletes resources under the
 * given key, and removes its own subscriptions. Rejects when the service cannot be reached at all, when the budget of requests
 * is used up from the start, or when the port for
 * deliveries is taken.
 */
export async function runConformance(options: RunOptions): Promise<RunReport> {
  const started = performance.now();
  const transport = createTransport({ responseMs: options.responseMs ?? 15_000 });
  const context = createContext(options, options.send ?? transport.send);
  let receiver: Receiver | null = null;
  try {
    await context.reach();
    const api = subscriptionApiOf(options.description);
    let subscriptions: Subscriptions | null = null;
    const { webhookPort = null } = options;
    const missing = "the description has no operation that subscribes a URL to its messages";
    const isSender = webhookPort !== null && api === null && Object.keys(options.triggers ?? {}).length > 0;
    if (webhookPort !== null && api === null && !isSender) {
      context.notes.add(`${missing}: pass a --trigger for each event, which delivers to {url}`);
    }
    if (webhookPort !== null && api !== null) {
      receiver = await openReceiver({
        port: webhookPort,
        now: Date.now,
        onDelivery: (delivery) => subscriptions?.take(delivery) ?? 204,
      });
      const url = (options.webhookUrl ?? "http://127.0.0.1:{port}")
        .replaceAll("{port}", String(receiver.port))
        .replace(/\/+$/, "");
      context.urlFor = (label) => `${url}/${label}`;
      const subscribed = new Subscriptions(context, api, url);
      subscriptions = subscribed;
      context.reserved = () => subscribed.all.filter(({ deleted }) => !deleted).length;
    }
    const sent = isSender ? await runSenders(context, webhookPort) : 0;
    await runPhases(context, subscriptions);
    const deliveries = subscriptions?.deliveries ?? sent;
    return reportOf(context, { deliveries, milliseconds: Math.round(performance.now() - started) });
  } finally {
    transport.close();
    await receiver?.close();
  }
}

async function runPhases(context: Context, subscriptions: Subscriptions | null): Promise<void> {
  const history = new PayloadHistory(context);
  await runBaseline(context);
  if (subscriptions !== null) {
    await runSubscriptions(context, subscriptions);
    await checkListed(context, subscriptions, "begin");
  }
  const receivers = subscriptions === null ? null : new Receivers(context, subscriptions);
  await receivers?.begin();
  if (subscriptions !== null) await runJourney(context, subscriptions);
  await runCounting(context);
  await runLifeCycle(context, subscriptions);
  if (subscriptions !== null) {
    await runTriggers(context, subscriptions);
    await checkDeliveries(context, subscriptions, "life-cycle");
  }
  const aftermath = new Aftermath(context);
  await aftermath.settle();
  await runLinks(context);
  await runVerbatim(context);
  // A service that allows private addresses does not follow its own rules for them.
  if (context.options.webhookPort == null || context.options.webhookUrl != null) await runUrlRules(context);
  else noteUrlRules(context);
  await runStatedRules(context);
  await runValid(context);
  await runAmounts(context);
  await runNeighbours(context);
  await runEquivalents(context);
  await runUpdates(context);
  await runAtOnce(context);
  await runRepeats(context);
  await runPaging(context);
  await runSlices(context);
  await aftermath.begin();
  await runInvalid(context);
  await runOpenBodies(context);
  await runRefusedUpdates(context);
  await runCompanions(context);
  await runSiblings(context);
  await runEdges(context);
  await runAuthentication(context);
  await runOtherAccounts(context);
  await runUnknown(context);
  await runAddresses(context);
  await runRandom(context);
  await context.runRounds();
  // Of all that was made by then.
  await runSingles(context);
  await context.runRounds();
  await aftermath.end();
  await receivers?.end();
  if (subscriptions !== null) {
    await checkListed(context, subscriptions, "end");
    await checkDeliveries(context, subscriptions, "end");
    history.check(subscriptions.expectations.arrived);
    checkIdentities(context, subscriptions.expectations.arrived);
    const { id } = subscriptions.api.create;
    const remove = (): Promise<void> => removeSubscriptions(context, subscriptions);
    await context.session.tidying(() => context.case("subscriptions", `${id}/subscriptions/removed`, id, remove));
  }
  await runRateLimit(context);
}

async function checkDeliveries(context: Context, subscriptions: Subscriptions, when: string): Promise<void> {
  const { id } = subscriptions.api.create;
  await context.case("subscriptions", `${id}/subscriptions/heard-${when}`, id, () => checkHeard(subscriptions));
}

function createContext(options: RunOptions, send: NonNullable<RunOptions["send"]>): Context {
  const { description, key, otherKey = null, revokedKeys = [], webhookSecret = null } = options;
  const secrets = new Map<string, string>();
  const named = revokedKeys.map((value) => [value, "WAYBILL_REVOKED_KEY"] as const);
  const ofSchemes = Object.entries(options.keys ?? {}).map(
    ([scheme, value]) => [value, `WAYBILL_KEY_${scheme.toUpperCase().replace(/\W/g, "_")}`] as const,
  );
  const own = [
    [key, "WAYBILL_KEY"],
    [otherKey, "WAYBILL_OTHER_KEY"],
    [webhookSecret, "WAYBILL_SECRET"],
  ] as const;
  for (const [value, name] of [...own, ...named, ...ofSchemes]) {
    if (value === null || value === "") continue;
    secrets.set(value, name);
    // As it appears in a URL.
    secrets.set(encodeURIComponent(value), name);
  }
  const recorder = new Recorder(description, {
    secrets,
    isReported: (finding, isKnown) => isReported(options.only ?? null, finding, isKnown),
    ...(options.onFinding === undefined ? {} : { onFinding: options.onFinding }),
  });
  const rule = rateRuleOf(description);
  const watch = rule === null ? null : new RateWatch(rule, Date.now);
  // Each other client has a budget of its own, which is counted in the same way.
  const others = new Map<string, RateWatch>();
  const watchOf = (from: string | undefined): RateWatch | null => {
    if (from === undefined || rule === null) return watch;
    const found = others.get(from) ?? new RateWatch(rule, Date.now);
    others.set(from, found);
    return found;
  };
  const session = new Session({
    send,
    maxRequests: options.maxRequests ?? 5_000,
    remainingHeaders: rule?.remaining ?? ["RateLimit-Remaining", "X-RateLimit-Remaining"],
    reserved: () => context.reserved(),
    now: Date.now,
    onExchange: (exchange, sentAt) => {
      const own = watchOf(exchange.request.from);
      if (session.together) return own?.interrupt();
      for (const objection of own?.check(exchange, sentAt) ?? []) {
        recorder.add(objection, { subject: null, evidence: recorder.evidenceOf(exchange), caseId: context.caseId });
      }
    },
  });
  const context = new Context(options, recorder, session);
  context.onAside = () => watch?.interrupt();
  watchImmutables(context);
  watchStates(context);
  watchInitial(context);
  watchUnasked(context);
  watchTimes(context);
  watchRoundTrips(context);
  watchShownReferences(context);
  return context;
}

function reportOf(
  context: Context,
  { deliveries, milliseconds }: Pick<RunReport, "deliveries" | "milliseconds">,
): RunReport {
  const { options, recorder, session } = context;
  const { excuses = [], complete = false, seed = 1 } = options;
  const cells = recorder.ledger.rows(excuses);
  const stale = staleExcuses(cells, excuses);
  const isWhole = !complete || holesIn(cells).length === 0;
  const reason = session.reason ?? context.shortage;
  const notes = reason === null ? [] : noteOfSkipped(context.cases, reason);
  return {
    ok: recorder.findings.length === 0 && stale.length === 0 && isWhole,
    url: context.server,
    seed,
    milliseconds,
    requests: session.requests,
    deliveries,
    cases: context.cases,
    findings: recorder.findings,
    cells,
    checks: checksOf(context),
    complete,
    staleExcuses: stale,
    notes: [...context.description.tolerated.map(textOf), ...notes, ...context.notes],
  };
}

/** A run of chosen cases leaves out most checks. */
function checksOf(context: Context): readonly CheckRow[] {
  const { options, description, cases, leftOut, links } = context;
  if (options.only != null) return [];
  const listed = new Map(listingsIn(context).map((first) => [first.operation, first]));
  const facts: Facts = {
    isList: (operation) => listed.has(operation),
    isRead: (operation) =>
      description.operations.some((one) => one.method === "get" && links.producersOf(one).includes(operation)),
    parametersOf: (operation, check) => {
      const first = listed.get(operation);
      return first === undefined ? [] : listParametersOf(first, check);
    },
  };
  return checkRows(description.operations, cases, { facts, leftOut });
}

/** What was left out, by phase: `12 cases were not run: RateLimit-Remaining is 2: … Left out: 9 invalid, 3 random` */
function noteOfSkipped(cases: readonly CaseResult[], reason: string): string[] {
  const skipped = cases.filter((one) => one.skipped !== null);
  if (skipped.length === 0) return [];
  const parts = [...Map.groupBy(skipped, ({ phase }) => phase)].map(([phase, { length }]) => {
    const { length: all } = cases.filter((one) => one.phase === phase);
    return `${length} of ${all} ${phase}`;
  });
  return [
    `${skipped.length} ${skipped.length === 1 ? "case was" : "cases were"} not run: ${reason}. Left out: ${parts.join(", ")}`,
  ];
}

// A description and a live service -> a report: requests made from the schemas, links followed, deliveries received, and
// everything checked against the description.
import { textOf } from "waybill/description";
import { openReceiver, type Receiver } from "../deliveries/receiver.ts";
import { staleExcuses } from "../ledger/excuses.ts";
import { holesIn } from "../ledger/ledger.ts";
import { Recorder } from "../recorder.ts";
import { harEntryOf, type TimedExchange } from "../report/har.ts";
import { checksOf } from "./check-facts.ts";
import { unmetOf } from "./check-rows.ts";
import { type Cases, Context } from "./context.ts";
import { Doubts } from "./doubts.ts";
import { amounts } from "./phases/amounts.ts";
import { authentication } from "./phases/authentication.ts";
import { baseline } from "./phases/baseline.ts";
import { boundaries } from "./phases/boundaries.ts";
import { bulk } from "./phases/bulk.ts";
import { conditions, repeatedKeys, watchEtags } from "./phases/conditions.ts";
import { concurrentCreates, counting } from "./phases/counting.ts";
import { counts } from "./phases/counts.ts";
import { equivalents } from "./phases/equivalents.ts";
import { files } from "./phases/files.ts";
import { freedValues } from "./phases/freed-values.ts";
import { accepted, hypermedia, included } from "./phases/hypermedia.ts";
import { intervals } from "./phases/intervals.ts";
import { invalidRequests, namesOfOtherEnums } from "./phases/invalid.ts";
import { links } from "./phases/links.ts";
import { moves } from "./phases/moves.ts";
import { nearDuplicates } from "./phases/near-duplicates.ts";
import { otherAccounts } from "./phases/other-accounts.ts";
import { pages } from "./phases/pages.ts";
import { paging } from "./phases/paging.ts";
import { randomRequests } from "./phases/random.ts";
import { relations } from "./phases/relations.ts";
import { reservations } from "./phases/reservations.ts";
import { singleReads } from "./phases/single-reads.ts";
import { singletons } from "./phases/singletons.ts";
import { Snapshots } from "./phases/snapshots.ts";
import { statedRefusals } from "./phases/stated-refusals.ts";
import { unaffected } from "./phases/unaffected.ts";
import { unchangedTimes } from "./phases/unchanged-times.ts";
import { otherIds, unknown } from "./phases/unknown.ts";
import { refusedUpdates, updates } from "./phases/updates.ts";
import { largeValues, longLists, repeatedRequests, validRequests } from "./phases/valid.ts";
import { checkResponseTime } from "./response-time.ts";
import { watchRoundTrips, watchTimes } from "./round-trips.ts";
import { combinations } from "./rules/combinations.ts";
import { openMembers } from "./rules/errors.ts";
import { lifeCycles, triggers } from "./rules/life-cycle.ts";
import { rateLimit } from "./rules/rate-limit.ts";
import { RateWatch, rateRuleOf } from "./rules/rate-watch.ts";
import { watchRecordRules, watchShownReferences } from "./rules/record-rules.ts";
import { references } from "./rules/references.ts";
import { watchStatedErrors } from "./rules/stated-errors.ts";
import { watchStatedValues } from "./rules/stated-values.ts";
import { urlRules } from "./rules/url-rules.ts";
import { verbatimTexts } from "./rules/verbatim.ts";
import { isReported, type RunOptions } from "./run-options.ts";
import type { CaseResult, RunReport } from "./run-report.ts";
import { Session } from "./session.ts";
import { subscriptionApiOf } from "./subscriptions/api.ts";
import { checkIdentities, checkTimes, PayloadHistory } from "./subscriptions/payloads.ts";
import { Receivers } from "./subscriptions/receivers.ts";
import { runSenders } from "./subscriptions/senders.ts";
import { sequence } from "./subscriptions/sequence.ts";
import { heard, listedSubscriptions, removed, subscribing } from "./subscriptions/subscribing.ts";
import { Subscriptions } from "./subscriptions/subscriptions.ts";
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
  const exchanges: TimedExchange[] = [];
  const context = createContext(options, { send: options.send ?? transport.send, exchanges });
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
    const checks = checksOf(context, api);
    return reportOf(context, { deliveries, checks, exchanges, milliseconds: Math.round(performance.now() - started) });
  } finally {
    transport.close();
    context.doubts.end();
    await receiver?.close();
  }
}

/** Where a phase has to come before or after another one, the reason is beside it; the others could be anywhere in between. */
async function runPhases(context: Context, subscriptions: Subscriptions | null): Promise<void> {
  const history = new PayloadHistory(context);
  const snapshots = new Snapshots(context);
  const receivers = subscriptions === null ? null : new Receivers(context, subscriptions);
  const run = async (...phases: Cases[]): Promise<void> => {
    for (const phase of phases) await context.run(phase);
  };
  // All others start from what it creates.
  await run(baseline(context));
  // Before anything happens that they should hear of. Slow receivers respond while the run goes on.
  if (subscriptions !== null) await run(subscribing(context, subscriptions));
  if (receivers !== null) await run(receivers.begin());
  if (subscriptions !== null) await run(sequence(context, subscriptions));
  // It finds the lists that have what an operation makes.
  await run(counting(context));
  // While there is enough of what requests use up, such as stock.
  await run(lifeCycles(context, subscriptions));
  if (subscriptions !== null) await run(triggers(context, subscriptions), [heard(subscriptions, "life-cycle")]);
  await run(reservations(context));
  // From here on nothing happens outside of the API.
  await run(snapshots.settle());
  await run(links(context), verbatimTexts(context), urlRules(context), references(context), validRequests(context));
  await run(largeValues(context), nearDuplicates(context), equivalents(context), updates(context));
  await run(
    conditions(context),
    repeatedKeys(context),
    hypermedia(context),
    relations(context),
    statedRefusals(context),
    moves(context),
    unchangedTimes(context),
    singletons(context),
  );
  await run(files(context), included(context), accepted(context), intervals(context), amounts(context), bulk(context));
  await run(concurrentCreates(context), freedValues(context), repeatedRequests(context), unaffected(context));
  // By now the lists have enough records.
  await run(paging(context), pages(context));
  // What follows is to be refused: between the two snapshots only accepted requests change anything.
  await run(snapshots.begin());
  await run(invalidRequests(context), openMembers(context), refusedUpdates(context), combinations(context));
  await run(namesOfOtherEnums(context), boundaries(context), authentication(context), otherAccounts(context));
  await run(unknown(context), otherIds(context), randomRequests(context), longLists(context));
  await context.runRounds();
  // Of all that was made by then.
  await run(singleReads(context), counts(context));
  await context.runRounds();
  await run(snapshots.end());
  // The late responses have arrived by now, as far as they can.
  if (receivers !== null) await run(receivers.end());
  if (subscriptions !== null) {
    await run(listedSubscriptions(context, subscriptions, "end"), [heard(subscriptions, "end")]);
    const { arrived, expected } = subscriptions.expectations;
    history.check(arrived);
    checkIdentities(context, arrived);
    checkTimes(context, arrived, expected);
    await context.session.tidying(() => run([removed(context, subscriptions)]));
  }
  // It may leave nothing of the budget.
  await run(rateLimit(context));
}

interface Sending {
  readonly send: NonNullable<RunOptions["send"]>;
  /** Gets every exchange, where the options keep them. */
  readonly exchanges: TimedExchange[];
}

function createContext(options: RunOptions, { send, exchanges }: Sending): Context {
  const { description, key, otherKey = null, spareKey = null, revokedKeys = [], webhookSecret = null } = options;
  const secrets = new Map<string, string>();
  const named = revokedKeys.map((value) => [value, "WAYBILL_REVOKED_KEY"] as const);
  const ofSchemes = [
    ...Object.entries(options.keys ?? {}).map(([scheme, value]) => [value, "KEY", scheme] as const),
    ...Object.entries(options.otherKeys ?? {}).map(([scheme, value]) => [value, "OTHER_KEY", scheme] as const),
  ].map(([value, kind, scheme]) => [value, `WAYBILL_${kind}_${scheme.toUpperCase().replace(/\W/g, "_")}`] as const);
  const primarySecrets = [
    [key, "WAYBILL_KEY"],
    [otherKey, "WAYBILL_OTHER_KEY"],
    [spareKey, "WAYBILL_SPARE_KEY"],
    [webhookSecret, "WAYBILL_SECRET"],
  ] as const;
  for (const [value, name] of [...primarySecrets, ...named, ...ofSchemes]) {
    if (value === null || value === "") continue;
    secrets.set(value, name);
    // As it appears in a URL.
    secrets.set(encodeURIComponent(value), name);
  }
  const doubts = new Doubts();
  const recorder = new Recorder(description, {
    secrets,
    isReported: (finding, isKnown) =>
      options.off?.includes(finding.check) !== true && isReported(options.only ?? null, finding, isKnown),
    isHeld: (finding) => doubts.holds(finding),
    isExpected: ({ id }, status) => options.expect?.[id]?.includes(status) === true,
    ...(options.onFinding === undefined ? {} : { onFinding: options.onFinding }),
  });
  const rule = rateRuleOf(description);
  const watch = rule === null ? null : new RateWatch(rule, Date.now);
  // Each other client has a budget of its own, which is counted in the same way.
  const others = new Map<string, RateWatch>();
  const watchOf = (from: string | undefined): RateWatch | null => {
    if (from === undefined || rule === null) return watch;
    const clientWatch = others.get(from) ?? new RateWatch(rule, Date.now);
    others.set(from, clientWatch);
    return clientWatch;
  };
  const session = new Session({
    send,
    maxRequests: options.maxRequests ?? 5_000,
    remainingHeaders: rule?.remaining ?? ["RateLimit-Remaining", "X-RateLimit-Remaining"],
    reserved: () => context.reserved(),
    now: Date.now,
    onExchange: (exchange, { sentAt, milliseconds }) => {
      doubts.took(milliseconds);
      const timed = { exchange, sentAt, milliseconds, caseId: context.caseId };
      if (options.keepExchanges === true) exchanges.push(timed);
      checkResponseTime(context, timed);
      const rateWatch = watchOf(exchange.request.from);
      if (session.together) return rateWatch?.interrupt();
      for (const objection of rateWatch?.check(exchange, sentAt) ?? []) {
        recorder.add(objection, { subject: null, evidence: recorder.evidenceOf(exchange), caseId: context.caseId });
      }
    },
  });
  const context = new Context(options, { recorder, session, doubts });
  context.onAside = () => watch?.interrupt();
  watchRecordRules(context);
  watchStatedValues(context);
  watchStatedErrors(context);
  watchTimes(context);
  watchRoundTrips(context);
  watchShownReferences(context);
  watchEtags(context);
  return context;
}

interface Ending extends Pick<RunReport, "deliveries" | "checks" | "milliseconds"> {
  readonly exchanges: readonly TimedExchange[];
}

function reportOf(context: Context, { deliveries, checks, exchanges, milliseconds }: Ending): RunReport {
  const { options, recorder, session } = context;
  const { excuses = [], complete = false, seed = 1, require = [] } = options;
  const cells = recorder.ledger.rows(excuses);
  const stale = staleExcuses(cells, excuses);
  const unmet = options.only == null ? unmetOf(checks, require) : [];
  const isWhole = !complete || holesIn(cells).length === 0;
  const reason = session.reason ?? context.shortage;
  const notes = reason === null ? [] : noteOfSkipped(context.cases, reason);
  return {
    ok: recorder.findings.length === 0 && stale.length === 0 && unmet.length === 0 && isWhole,
    url: context.server,
    seed,
    milliseconds,
    requests: session.requests,
    deliveries,
    cases: context.cases,
    findings: recorder.findings,
    cells,
    checks,
    unmet,
    complete,
    staleExcuses: stale,
    exchanges: exchanges.map((one) => harEntryOf(one, recorder.secrets)),
    notes: [...context.description.tolerated.map(textOf), ...notes, ...context.notes],
  };
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

// A run that is over -> what decides which checks apply to each operation and event, and why some did not run.
import type { Message, Operation } from "waybill/description";
import { placeOf, textsIn } from "../description/description.ts";
import { checkRows, type Facts } from "./check-rows.ts";
import type { Context } from "./context.ts";
import { listingsIn } from "./engines/read-twice.ts";
import { hasAmount } from "./phases/amounts.ts";
import { hasTimes } from "./phases/intervals.ts";
import { listParametersOf } from "./phases/paging.ts";
import { isConflicting } from "./phases/relations.ts";
import { entriesIn } from "./rules/entries.ts";
import { rateRuleOf } from "./rules/rate-watch.ts";
import { stateMachinesOf } from "./rules/state-machine.ts";
import { ruledFieldsOf } from "./rules/url-rules.ts";
import { triggersFor } from "./run-options.ts";
import type { CheckRow } from "./run-report.ts";
import type { SubscriptionApi } from "./subscriptions/api.ts";

/** A run of chosen cases leaves out most checks. `api`: `null` where no operation takes subscriptions. */
export function checksOf(context: Context, api: SubscriptionApi | null): readonly CheckRow[] {
  const { options, description, cases, leftOut } = context;
  if (options.only != null) return [];
  const { operations, messages } = description;
  return checkRows({ operations, messages, cases }, { facts: factsOf(context, api), leftOut });
}

function factsOf(context: Context, api: SubscriptionApi | null): Facts {
  const { description, links, options } = context;
  const { operations } = description;
  const listed = new Map(listingsIn(context).map((first) => [first.operation, first]));
  const machines = stateMachinesOf(description);
  const named = new Set(
    machines.flatMap(({ transitions, refusals }) => [...transitions, ...refusals].map(({ operation }) => operation)),
  );
  return {
    isList: (operation) => listed.has(operation),
    isRead: (operation) => operations.some((one) => one.method === "get" && links.producersOf(one).includes(operation)),
    parametersOf: (operation, check) => {
      const first = listed.get(operation);
      return first === undefined ? [] : listParametersOf(first, check);
    },
    producersOf: (operation) => links.producersOf(operation),
    hasOtherKey: (options.otherKey ?? null) !== null,
    isTransition: (operation) => named.has(operation.id) || isConflicting(operation),
    hasRule: (operation) => hasAmount(operation) || hasTimes(operation) || isRuled(context, operation),
    isLimited: rateRuleOf(description) !== null,
    isSpending: options.spendBudget === true,
    methodsOf: ({ path }) => operations.filter((one) => one.path.text === path.text).length,
    off: options.off ?? [],
    deaf: whyDeaf(context, api),
    unsentReasonOf: (message) => whyUnsent(context, message),
    unsignedReasonOf: () => whyUnsigned(context, api),
  };
}

/** Whether a member of its body has to be unique, refers to something, or follows URL rules. */
function isRuled({ description }: Context, operation: Operation): boolean {
  const entries = ["x-waybill-references", "x-waybill-unique"].flatMap((name) => entriesIn(operation, name));
  return entries.length > 0 || ruledFieldsOf(description, operation).length > 0;
}

function whyDeaf({ options }: Context, api: SubscriptionApi | null): string | null {
  if ((options.webhookPort ?? null) === null) return "--webhook-port was not passed";
  if (api !== null || Object.keys(options.triggers ?? {}).length > 0) return null;
  return "no operation subscribes to it, and no --trigger delivers it";
}

function whyUnsent({ options, description, recorder }: Context, { eventName, at }: Message): string | null {
  const place = placeOf(at);
  const cell = recorder.ledger.rows().find((one) => one.kind === "message" && one.where === place);
  if (cell !== undefined && cell.seen > 0) return null;
  const isCaused = description.operations.some((one) =>
    textsIn(one.extensions, "x-waybill-events").includes(eventName),
  );
  if (isCaused || triggersFor(options, eventName).length > 0) return "it was never delivered";
  return `no operation causes it, and no --trigger '${eventName}=…' was passed`;
}

function whyUnsigned({ options }: Context, api: SubscriptionApi | null): string | null {
  if (api === null) return (options.webhookSecret ?? null) === null ? "--webhook-secret was not passed" : null;
  return api.secretField === null ? "no response contains the secret" : null;
}

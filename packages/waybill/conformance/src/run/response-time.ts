// An exchange and how long it took -> a finding where that is longer than the configuration says.
import { placeOf } from "../description/description.ts";
import { pathOf } from "../exchange/exchange.ts";
import type { TimedExchange } from "../report/har.ts";
import type { Context } from "./context.ts";

export function checkResponseTime(context: Context, { exchange, milliseconds, caseId }: TimedExchange): void {
  const { options, description, recorder } = context;
  const { responseTime = {} } = options;
  const operation = description.find(exchange.request.method, pathOf(exchange.request.target));
  const limit = operation === null ? undefined : (responseTime[operation.id] ?? responseTime["*"]);
  if (operation === null || limit === undefined || milliseconds <= limit) return;
  const message = `${operation.id} takes longer than ${limit} ms`;
  const found = `${Math.round(milliseconds)} ms`;
  const about = { subject: operation.id, evidence: recorder.evidenceOf(exchange), caseId };
  recorder.add({ check: "slow-response", message, found, where: placeOf(operation.at) }, about);
}

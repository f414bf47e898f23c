// Operations that declare conditions (RFC 9110, 13) or keys of repetitions -> the same request with the current version, with another one, and
// again with its key.
import type { Operation } from "waybill/description";
import { headerOf, type SentRequest } from "../../exchange/exchange.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, type Rewrite } from "../context.ts";
import { hasKey, isConditionalChange, isConditionalRead } from "../conventions.ts";
import { discard, provide } from "../creating.ts";
import { bodyTypeOf } from "../inputs.ts";
import { anew } from "../variation.ts";

export function* conditions(context: Context): Cases {
  for (const { operation } of context.accepted) {
    if (isConditionalRead(operation))
      yield caseOf("valid", operation, "valid/condition-of-read", () => tryRead(context, operation));
    if (isConditionalChange(operation))
      yield caseOf("valid", operation, "valid/condition-of-change", () => tryChange(context, operation));
  }
}

const without = (headers: SentRequest["headers"], name: string): SentRequest["headers"] =>
  headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());

const withHeader =
  (name: string, value: string): Rewrite =>
  (request) => ({ ...request, headers: [...without(request.headers, name), [name, value]] });

const etagOf = ({ exchange }: CallResult): string | null => headerOf(exchange.response.headers, "etag");

async function tryRead(context: Context, operation: Operation): Promise<void> {
  const values = (await provide(context, operation)) ?? context.baselines.get(operation)?.values;
  if (values === undefined) return;
  const first = await context.call(operation, values);
  const etag = etagOf(first);
  if (first.status !== 200 || etag === null)
    return context.leftOut.note(operation, "condition-ignored", `its response has no ETag (${first.status})`);
  const changed = await context.callAs(operation, values, withHeader("If-None-Match", unknownTag));
  if (changed.status === 304)
    context.fault("condition-ignored", changed, `returns 304 with If-None-Match: ${unknownTag}; expected: 200`);
  const again = await context.callAs(operation, values, withHeader("If-None-Match", etag));
  // It may have changed in between.
  if (again.status === 304 || (again.status === 200 && etagOf(again) !== etag)) return;
  context.fault(
    "condition-ignored",
    again,
    `returns ${again.status} with If-None-Match: ${etag}, its own ETag; expected: 304`,
  );
}

async function tryChange(context: Context, operation: Operation): Promise<void> {
  const values = (await provide(context, operation)) ?? context.baselines.get(operation)?.values;
  if (values === undefined) return;
  // A weak one never matches (RFC 9110, 13.1.1).
  for (const other of [unknownTag, `W/${unknownTag}`]) {
    const result = await context.callAs(operation, values, withHeader("If-Match", other));
    if (!isAccepted(result.status)) continue;
    return context.fault(
      "condition-ignored",
      result,
      `returns ${result.status} with If-Match: ${other}; expected: 412`,
    );
  }
}

const unknownTag = '"waybill-has-never-seen-it"';

/** A strong ETag names one text of a resource (RFC 9110, 8.8.1): where that has changed, the ETag has. */
export function watchEtags(context: Context): void {
  const seen = new Map<string, { readonly etag: string; readonly body: Uint8Array }>();
  context.listeners.push((result) => {
    const etag = etagOf(result);
    const { request, response } = result.exchange;
    if (result.operation.method !== "get" || result.status !== 200 || etag === null || !etag.startsWith('"')) return;
    const before = seen.get(request.target);
    seen.set(request.target, { etag, body: response.body });
    if (before?.etag !== etag || Buffer.compare(before.body, response.body) === 0) return;
    if (!context.isOfOther(result.exchange))
      context.fault("condition-ignored", result, "returns the same ETag for a resource that has changed");
  });
}

export function* repeatedKeys(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    if (!hasKey(operation) || bodyTypeOf(operation) === null) continue;
    yield caseOf("valid", operation, "valid/repeated-key", async () => {
      const key = withHeader("Idempotency-Key", context.newKey());
      const own = anew(context, values);
      const first = await context.callAs(operation, own, key);
      if (!isAccepted(first.status)) return;
      const again = await context.callAs(operation, own, key);
      const isSame = again.status === first.status && JSON.stringify(again.json) === JSON.stringify(first.json);
      if (!isSame && again.status !== 409) {
        const text = `returns ${again.status} when an Idempotency-Key is repeated; the first response was ${first.status}`;
        context.fault("repetition-served", again, text);
      }
      await discard(context, first);
      if (!isSame) await discard(context, again);
    });
  }
}

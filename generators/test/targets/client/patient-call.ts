// An operation, its responses and a patience -> the outcome of the call, and how long it waited, by a clock of the test.
import { vi } from "vitest";
import { createSend, type SendOptions } from "../../../src/targets/client/runtime/create-send.ts";
import { type Patience, type PatientCallOptions, withRetries } from "../../../src/targets/client/runtime/retries.ts";
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { baseUrl, blue, getPaint, type RecordingFetch } from "./exchanges.ts";

export interface PatientCall extends Partial<SendOptions> {
  readonly operation?: Operation<RequestParts>;
  readonly patience?: Patience | undefined;
  readonly options?: PatientCallOptions;
  /** Called so many milliseconds after the start. */
  readonly until?: () => void;
  readonly after?: number;
}

/** What a call came to, and how many milliseconds that took. Timers are fake. */
export async function outcomeOf(
  { fetch }: RecordingFetch,
  { operation = getPaint, patience, options, until, after = 0, ...settings }: PatientCall = {},
): Promise<{ readonly response?: unknown; readonly error?: unknown; readonly waited: number }> {
  const send = withRetries(createSend({ baseUrl, fetch, ...settings }), patience);
  const start = Date.now();
  const request = operation.safe ? blue : { body: {} };
  if (until !== undefined) setTimeout(until, after);
  const outcome = send(operation, request, options).then(
    (response) => ({ response, waited: Date.now() - start }),
    (error: unknown) => ({ error, waited: Date.now() - start }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

// An event and its handler -> the response, after the handler ran; at most once, with a store of handled events.
import { received } from "./answer.ts";
import { type Failure, refuse, report } from "./failure.ts";
import type { Delivery, ErrorContext } from "./handler-options.ts";
import { claimKey, type HeldClaim } from "./once.gen.ts";
import type { Answer } from "./raw-body.gen.ts";
import type { Settings } from "./settings.ts";

/** An event that is known, with the key to remember it by. */
export interface Known {
  readonly context: ErrorContext;
  readonly delivery: Delivery;
}

/** Rejects when the store fails before anything is done. */
export async function handleOnce(
  handle: () => unknown,
  { context, delivery }: Known,
  settings: Settings,
): Promise<Answer> {
  const { seen } = settings;
  if (seen === null) return await run(handle, null, { context, settings });
  const claim = await claimKey(seen, delivery.key);
  return claim === null ? received() : await run(handle, claim, { context, settings });
}

interface Circumstances extends Pick<Failure, "context"> {
  readonly settings: Settings;
}

/** The event is handled: if the store then fails, that is reported, and the delivery is acknowledged. */
async function run(handle: () => unknown, claim: HeldClaim | null, around: Circumstances): Promise<Answer> {
  const { context, settings } = around;
  try {
    await handle();
  } catch (error) {
    await settle("release", claim, around);
    return await refuse("handler_failed", { error, context }, settings);
  }
  await settle("complete", claim, around);
  return received();
}

async function settle(
  change: "complete" | "release",
  claim: HeldClaim | null,
  { context, settings }: Circumstances,
): Promise<void> {
  try {
    await claim?.[change]();
  } catch (error) {
    await report({ error, context }, settings, "internal_error");
  }
}

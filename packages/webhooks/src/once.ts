// An event and its handler -> the response, after the handler ran; at most once, with a store of handled events.
import { type Answer, received } from "./answer.ts";
import { type Failure, refuse, report } from "./failure.ts";
import type { Delivery, ErrorContext } from "./handler-options.ts";
import type { Claim } from "./seen.ts";
import type { SeenSettings, Settings } from "./settings.ts";

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
  const claim = await claimOf(seen, delivery.key);
  return claim === null ? received() : await run(handle, { claim, seen }, { context, settings });
}

interface Claimed {
  readonly claim: Claim;
  readonly seen: SeenSettings;
}

interface Circumstances extends Pick<Failure, "context"> {
  readonly settings: Settings;
}

/** The event is handled: if the store then fails, that is reported, and the delivery is acknowledged. */
async function run(handle: () => unknown, claimed: Claimed | null, around: Circumstances): Promise<Answer> {
  const { context, settings } = around;
  try {
    await handle();
  } catch (error) {
    await settle("release", claimed, around);
    return await refuse("handler_failed", { error, context }, settings);
  }
  await settle("complete", claimed, around);
  return received();
}

/** A claim that arrives too late is released: its event will not be handled, and a repeat should be. */
async function claimOf(seen: SeenSettings, key: string): Promise<Claim | null> {
  const { store, prefix, leaseSeconds } = seen;
  const claiming = Promise.resolve(store.claim(prefix + key, { leaseSeconds }));
  try {
    return await inTime("claim a key", claiming, seen);
  } catch (error) {
    claiming.then((claim) => claim?.release()).catch(() => {});
    throw error;
  }
}

async function settle(
  change: "complete" | "release",
  claimed: Claimed | null,
  { context, settings }: Circumstances,
): Promise<void> {
  if (claimed === null) return;
  const { claim, seen } = claimed;
  try {
    const work = change === "complete" ? claim.complete(seen.retentionSeconds) : claim.release();
    await inTime(`${change} a key`, work, seen);
  } catch (error) {
    await report({ error, context }, settings, "internal_error");
  }
}

/** Rejects when the store takes longer than it may: a store that hangs is one that fails. */
async function inTime<Result>(
  what: string,
  work: Promise<Result>,
  { storeTimeoutSeconds }: SeenSettings,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const message = `The store of seen events took more than ${storeTimeoutSeconds} seconds to ${what}: is it there?`;
    timer = setTimeout(() => reject(new Error(message)), storeTimeoutSeconds * 1000);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

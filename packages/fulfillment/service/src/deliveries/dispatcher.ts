// What waits in the outbox to attempts: every account gets its share of them, every subscription its share of the account's, and
// none waits for another.
import { Backoff } from "./backoff.ts";
import type { Log } from "./log.ts";
import type { Claim, Delivery, Outbox, Room, Target, Waiting } from "./outbox.ts";
import type { Outcome, Poster } from "./post.ts";
import { Settlement } from "./settlement.ts";
import { type Amount, accountRoom, subscriptionRoom } from "./share.ts";
import { Silence } from "./silence.ts";

export interface DispatcherOptions {
  readonly outbox: Outbox;
  readonly post: Poster["post"];
  readonly log: Log;
  readonly metrics?: DeliveryMetrics;
  /** Called with the outcome of each attempt. Must not throw. */
  readonly attempted?: (target: Target, delivery: Delivery, outcome: Outcome) => void;
  /** How often to look for events that this process did not make: of commands, of other processes, from before a crash. */
  readonly pollIntervalMs?: number;
  /** Attempts under way at once, over all subscriptions: each may hold a connection for 10 seconds. */
  readonly capacity?: number;
  /** Bytes of bodies under way at once: each is copied for its attempt. A larger body goes out when there are none. */
  readonly capacityBytes?: number;
}

export interface DeliveryMetrics {
  attempted(event: string, outcome: Outcome): void;
}

/** Claims under way at once: a database has few connections, and requests need them too. */
const claimsAtOnce = 8;

/** Of them for one account: the claims of others do not wait for the database to end those of a thousand subscriptions. */
const claimsOfAccount = 6;

/** How often `stop` tries to settle. */
const settlesAtStop = 5;

/** What an account or a subscription holds: attempts under way, and room that claims under way may fill. */
interface Held {
  count: number;
  bytes: number;
}

/** An account with pumps. */
interface Tenant {
  readonly accountId: string;
  readonly held: Held;
  /** Attempts and claims of silent endpoints that it holds. */
  silent: number;
  claims: number;
  pumps: number;
  /** Pumps that would claim if they had room, longest waiting first. */
  readonly ready: Set<Pump>;
}

/** A subscription with something to do. */
interface Pump {
  readonly subscriptionId: string;
  readonly tenant: Tenant;
  readonly backoff: Backoff;
  readonly held: Held;
  claiming: boolean;
  /** Something may be waiting that no claim has seen. */
  wanted: boolean;
  /** A poll has passed while it wanted to claim: it takes what room there is. */
  overdue: boolean;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #pollIntervalMs: number;
  readonly #capacity: Amount;
  readonly #settlement: Settlement;
  readonly #silence = new Silence();
  readonly #pumps = new Map<string, Pump>();
  readonly #tenants = new Map<string, Tenant>();
  /** Those with pumps that are ready, in turn: the one that claimed last is the last. */
  readonly #ready = new Set<Tenant>();
  readonly #pollBackoff = new Backoff();
  readonly #held: Held = { count: 0, bytes: 0 };
  #inFlight = 0;
  #claims = 0;
  #turnComing = false;
  #state: "new" | "running" | "stopped" = "new";
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#pollIntervalMs = options.pollIntervalMs ?? 250;
    this.#capacity = { count: options.capacity ?? 1024, bytes: options.capacityBytes ?? 67_108_864 };
    this.#settlement = new Settlement({
      outbox: options.outbox,
      log: options.log,
      settled: () => this.#turnSoon(),
      atOnce: this.#capacity.count / 4,
    });
  }

  start(): void {
    if (this.#state !== "new") throw new Error("A dispatcher is started once; make another one.");
    this.#state = "running";
    this.#options.outbox.onCommit((waiting) => {
      for (const one of waiting) this.#wake(one);
    });
    this.#polling = this.#poll();
  }

  /** Claims nothing more, and resolves when what is under way has ended and is settled. The rest stays in the outbox. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    clearTimeout(this.#timer);
    await this.#polling;
    await this.idle();
    await this.#settlement.drain(settlesAtStop, this.#pollIntervalMs);
  }

  /** Resolves when all that is known to wait has been attempted and settled. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#turnSoon();
    });
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.#inFlight;
  }

  async #poll(): Promise<void> {
    this.#settlement.poll();
    for (const pump of this.#pumps.values()) {
      pump.overdue = pump.wanted;
      if (pump.backoff.waiting && pump.backoff.due()) this.#want(pump);
    }
    if (this.#pollBackoff.due()) await this.#look();
    this.#turnSoon();
    if (this.#state !== "running") return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll();
    }, this.#pollIntervalMs);
  }

  async #look(): Promise<void> {
    try {
      for (const one of await this.#options.outbox.waiting()) this.#wake(one);
      this.#pollBackoff.succeeded();
    } catch (error) {
      this.#pollBackoff.failed();
      this.#options.log.error({ err: error }, "the outbox could not be read; trying again soon");
    }
  }

  /** A subscription whose claims fail is left alone until a poll finds that it is time. */
  #wake(waiting: Waiting): void {
    const pump = this.#pumps.get(waiting.subscriptionId) ?? this.#addPump(waiting);
    if (!pump.backoff.waiting) this.#want(pump);
  }

  #addPump({ subscriptionId, accountId }: Waiting): Pump {
    const tenant = this.#tenants.get(accountId) ?? this.#addTenant(accountId);
    tenant.pumps += 1;
    const state = { claiming: false, wanted: false, overdue: false };
    const pump = { subscriptionId, tenant, backoff: new Backoff(), held: { count: 0, bytes: 0 }, ...state };
    this.#pumps.set(subscriptionId, pump);
    return pump;
  }

  #addTenant(accountId: string): Tenant {
    const held = { count: 0, bytes: 0 };
    const tenant = { accountId, held, silent: 0, claims: 0, pumps: 0, ready: new Set<Pump>() };
    this.#tenants.set(accountId, tenant);
    return tenant;
  }

  #want(pump: Pump): void {
    pump.wanted = true;
    if (!pump.claiming) {
      pump.tenant.ready.add(pump);
      this.#ready.add(pump.tenant);
    }
    this.#turnSoon();
  }

  /** Once per turn of the event loop: what ends or arrives together is claimed together. */
  #turnSoon(): void {
    if (this.#turnComing) return;
    this.#turnComing = true;
    setImmediate(() => {
      this.#turnComing = false;
      this.#turn();
    });
  }

  #turn(): void {
    if (this.#state === "running" && !this.#settlement.failing && this.#settlement.pending < this.#capacity.count) {
      this.#claimInTurn();
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** One claim of each account, then another of each: an account that claimed is visited again after all others. */
  #claimInTurn(): void {
    for (const tenant of this.#ready) {
      if (this.#claims >= claimsAtOnce) return;
      if (tenant.claims >= claimsOfAccount) continue;
      const next = this.#nextOf(tenant);
      if (next !== null) void this.#claim(next.pump, next.room);
    }
  }

  /** The pump of an account that may claim, and how much; `null`: none. */
  #nextOf(tenant: Tenant): { readonly pump: Pump; readonly room: Room } | null {
    const free = { count: this.#capacity.count - this.#held.count, bytes: this.#capacity.bytes - this.#held.bytes };
    const ofAccount = accountRoom(free, tenant.held);
    if (ofAccount.count <= 0 || ofAccount.bytes <= 0) return null;
    for (const pump of tenant.ready) {
      const room = this.#roomOf(pump, ofAccount);
      if (room.count > 0 && room.bytes > 0 && isWorthClaiming(pump, room)) return { pump, room };
    }
    return null;
  }

  /** An endpoint that keeps timing out gets one place, and all of an account together no more than what is left to the others. */
  #roomOf(pump: Pump, ofAccount: Amount): Room {
    const room = subscriptionRoom(ofAccount, pump.held);
    if (!this.#silence.has(pump.subscriptionId)) return room;
    const isAllowed = pump.held.count === 0 && pump.tenant.silent < ofAccount.count;
    return isAllowed ? { ...room, count: 1 } : { count: 0, bytes: 0 };
  }

  #isIdle(): boolean {
    if (this.#held.count > 0 || this.#claims > 0) return false;
    // After stop() the settling is driven, and bounded, by drain().
    return this.#state === "stopped" || (this.#ready.size === 0 && this.#settlement.empty);
  }

  /** Takes as much as can start at once and starts it. Never rejects. */
  async #claim(pump: Pump, room: Room): Promise<void> {
    const { tenant } = pump;
    const isSilent = this.#silence.has(pump.subscriptionId);
    tenant.ready.delete(pump);
    // To the end of the line, if it has more to claim.
    this.#ready.delete(tenant);
    if (tenant.ready.size > 0) this.#ready.add(tenant);
    pump.claiming = true;
    pump.wanted = false;
    pump.overdue = false;
    this.#claims += 1;
    tenant.claims += 1;
    this.#hold(pump, room);
    if (isSilent) tenant.silent += 1;
    const { target, deliveries, more } = await this.#take(pump, room);
    this.#claims -= 1;
    tenant.claims -= 1;
    pump.claiming = false;
    this.#release(pump, room);
    if (isSilent) tenant.silent -= 1;
    for (const delivery of deliveries) this.#begin(pump, target, { delivery, isSilent });
    if (more || pump.wanted) this.#want(pump);
    this.#rest(pump);
  }

  async #take(pump: Pump, room: Room): Promise<Claim> {
    try {
      const claim = await this.#options.outbox.claim(pump.subscriptionId, room);
      pump.backoff.succeeded();
      return claim;
    } catch (error) {
      pump.wanted = false;
      pump.backoff.failed();
      const fields = { err: error, subscriptionId: pump.subscriptionId };
      this.#options.log.error(fields, "deliveries could not be claimed; trying again soon");
      return { target: null, deliveries: [], more: false };
    }
  }

  #begin(pump: Pump, target: Target | null, { delivery, isSilent }: Begun): void {
    if (!this.#settlement.hold(delivery.id)) return;
    if (target === null) {
      // Paused or deleted since: nothing is sent.
      this.#settlement.add(delivery.id);
      return;
    }
    this.#inFlight += 1;
    void this.#attempt(pump, target, { delivery, isSilent });
  }

  async #attempt(pump: Pump, target: Target, { delivery, isSilent }: Begun): Promise<void> {
    const amount = { count: 1, bytes: Buffer.byteLength(delivery.body) };
    this.#hold(pump, amount);
    if (isSilent) pump.tenant.silent += 1;
    let isTried = true;
    try {
      const outcome = await this.#options.post(target, delivery);
      isTried = outcome.kind !== "unreached" || outcome.untried !== true;
      if (isTried) this.#silence.record(target, outcome);
      this.#record(target, delivery, outcome);
    } catch (error) {
      this.#options.log.error({ err: error, ...fieldsOf(target, delivery) }, "delivery failed in an unforeseen way");
    }
    this.#inFlight -= 1;
    this.#release(pump, amount);
    if (isSilent) pump.tenant.silent -= 1;
    if (isTried) this.#settlement.add(delivery.id);
    else this.#wait(pump, delivery);
    this.#rest(pump);
  }

  /** There is one attempt, and this was none. What else the subscription has waits for some polls. */
  #wait(pump: Pump, delivery: Delivery): void {
    this.#settlement.release(delivery.id);
    pump.backoff.failed();
  }

  #record(target: Target, delivery: Delivery, outcome: Outcome): void {
    const { kind, ...result } = outcome;
    const fields = { ...fieldsOf(target, delivery), ...result };
    if ("untried" in result) {
      this.#options.log.warn(fields, "delivery waits: the service is short of resources");
      return;
    }
    this.#options.metrics?.attempted(delivery.event, outcome);
    this.#options.attempted?.(target, delivery, outcome);
    if (kind === "accepted") this.#options.log.info(fields, "delivery accepted");
    else this.#options.log.warn(fields, kind === "refused" ? "delivery refused" : "delivery failed");
  }

  #hold(pump: Pump, { count, bytes }: Amount): void {
    for (const held of [pump.held, pump.tenant.held, this.#held]) {
      held.count += count;
      held.bytes += bytes;
    }
  }

  #release(pump: Pump, { count, bytes }: Amount): void {
    this.#hold(pump, { count: -count, bytes: -bytes });
  }

  /** Something has ended: others may go on, and a pump with nothing to do is forgotten. */
  #rest(pump: Pump): void {
    if (pump.held.count === 0 && !pump.wanted && !pump.claiming && !pump.backoff.waiting) this.#forget(pump);
    this.#turnSoon();
  }

  #forget({ subscriptionId, tenant }: Pump): void {
    if (!this.#pumps.delete(subscriptionId)) return;
    tenant.pumps -= 1;
    if (tenant.pumps === 0) this.#tenants.delete(tenant.accountId);
  }
}

/**
 * A claim costs the database the same for one delivery as for many: a subscription that is nearly full waits until some
 * more have ended, or for the next poll if they take their time.
 */
function isWorthClaiming({ overdue, held }: Pump, { count }: Room): boolean {
  return overdue || count * 4 >= held.count;
}

/** A delivery that begins, and whether it holds one of the places of silent endpoints. */
interface Begun {
  readonly delivery: Delivery;
  readonly isSilent: boolean;
}

/** The fields of every log line about a delivery: never its body, never the secret. */
function fieldsOf(target: Target, delivery: Delivery): Readonly<Record<string, unknown>> {
  const { subscriptionId, accountId } = target;
  return { subscriptionId, accountId, event: delivery.event, deliveryId: delivery.id };
}

// What waits in the outbox to attempts: every subscription gets its share of them, and none waits for another.
import { Backoff } from "./backoff.ts";
import type { Log } from "./log.ts";
import type { Claim, Delivery, Outbox, Target } from "./outbox.ts";
import type { Outcome, Poster } from "./post.ts";
import { Settlement } from "./settlement.ts";
import { roomOf } from "./share.ts";

export interface DispatcherOptions {
  readonly outbox: Outbox;
  readonly post: Poster["post"];
  readonly log: Log;
  readonly metrics?: DeliveryMetrics;
  /** How often to look for events that this process did not make: of commands, of other processes, from before a crash. */
  readonly pollIntervalMs?: number;
  /** Attempts under way at once, over all subscriptions: each may hold a connection for 10 seconds. */
  readonly capacity?: number;
}

export interface DeliveryMetrics {
  attempted(event: string, outcome: Outcome): void;
}

/** Claims under way at once: a database has few connections, and requests need them too. */
const claimsAtOnce = 8;

/** How often `stop` tries to settle. */
const settlesAtStop = 5;

/** A subscription with something to do. */
interface Pump {
  readonly subscriptionId: string;
  readonly backoff: Backoff;
  /** Attempts under way, and room that a claim under way may fill. */
  held: number;
  claiming: boolean;
  /** Something may be waiting that no claim has seen. */
  wanted: boolean;
  /** A poll has passed while it wanted to claim: it takes what room there is. */
  overdue: boolean;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #pollIntervalMs: number;
  readonly #capacity: number;
  readonly #settlement: Settlement;
  readonly #pumps = new Map<string, Pump>();
  /** Pumps that would claim if they had room, longest waiting first. */
  readonly #ready = new Set<Pump>();
  readonly #pollBackoff = new Backoff();
  #held = 0;
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
    this.#capacity = options.capacity ?? 1024;
    this.#settlement = new Settlement({
      outbox: options.outbox,
      log: options.log,
      settled: () => this.#turnSoon(),
      atOnce: this.#capacity / 4,
    });
  }

  start(): void {
    if (this.#state !== "new") throw new Error("A dispatcher is started once; make another one.");
    this.#state = "running";
    this.#options.outbox.onCommit((subscriptionIds) => {
      for (const id of subscriptionIds) this.#wake(id);
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
      for (const id of await this.#options.outbox.waiting()) this.#wake(id);
      this.#pollBackoff.succeeded();
    } catch (error) {
      this.#pollBackoff.failed();
      this.#options.log.error({ err: error }, "the outbox could not be read; trying again soon");
    }
  }

  /** A subscription whose claims fail is left alone until a poll finds that it is time. */
  #wake(subscriptionId: string): void {
    const pump = this.#pumps.get(subscriptionId) ?? this.#addPump(subscriptionId);
    if (!pump.backoff.waiting) this.#want(pump);
  }

  #addPump(subscriptionId: string): Pump {
    const pump = { subscriptionId, backoff: new Backoff(), held: 0, claiming: false, wanted: false, overdue: false };
    this.#pumps.set(subscriptionId, pump);
    return pump;
  }

  #want(pump: Pump): void {
    pump.wanted = true;
    if (!pump.claiming) this.#ready.add(pump);
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
    if (this.#state === "running" && !this.#settlement.failing && this.#settlement.pending < this.#capacity) {
      this.#claimInTurn();
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #claimInTurn(): void {
    for (const pump of this.#ready) {
      const free = this.#capacity - this.#held;
      if (free <= 0 || this.#claims >= claimsAtOnce) return;
      const room = roomOf(free, pump.held);
      if (room > 0 && isWorthClaiming(pump, room)) void this.#claim(pump, room);
    }
  }

  #isIdle(): boolean {
    if (this.#held > 0 || this.#claims > 0) return false;
    // After stop() the settling is driven, and bounded, by drain().
    return this.#state === "stopped" || (this.#ready.size === 0 && this.#settlement.empty);
  }

  /** Takes as much as can start at once and starts it. Never rejects. */
  async #claim(pump: Pump, room: number): Promise<void> {
    this.#ready.delete(pump);
    pump.claiming = true;
    pump.wanted = false;
    pump.overdue = false;
    this.#claims += 1;
    this.#hold(pump, room);
    const { target, deliveries } = await this.#take(pump, room);
    this.#claims -= 1;
    pump.claiming = false;
    this.#hold(pump, -room);
    for (const delivery of deliveries) this.#begin(pump, target, delivery);
    if (deliveries.length >= room || pump.wanted) this.#want(pump);
    this.#rest(pump);
  }

  async #take(pump: Pump, room: number): Promise<Claim> {
    try {
      const claim = await this.#options.outbox.claim(pump.subscriptionId, room);
      pump.backoff.succeeded();
      return claim;
    } catch (error) {
      pump.wanted = false;
      pump.backoff.failed();
      const fields = { err: error, subscriptionId: pump.subscriptionId };
      this.#options.log.error(fields, "deliveries could not be claimed; trying again soon");
      return { target: null, deliveries: [] };
    }
  }

  #begin(pump: Pump, target: Target | null, delivery: Delivery): void {
    if (!this.#settlement.hold(delivery.id)) return;
    if (target === null) {
      // Paused or deleted since: nothing is sent.
      this.#settlement.add(delivery.id);
      return;
    }
    this.#hold(pump, 1);
    this.#inFlight += 1;
    void this.#attempt(pump, target, delivery);
  }

  async #attempt(pump: Pump, target: Target, delivery: Delivery): Promise<void> {
    try {
      const outcome = await this.#options.post(target, delivery);
      this.#record(target, delivery, outcome);
    } catch (error) {
      this.#options.log.error({ err: error, ...fieldsOf(target, delivery) }, "delivery failed in an unforeseen way");
    }
    this.#inFlight -= 1;
    this.#hold(pump, -1);
    this.#settlement.add(delivery.id);
    this.#rest(pump);
  }

  #record(target: Target, delivery: Delivery, outcome: Outcome): void {
    this.#options.metrics?.attempted(delivery.event, outcome);
    const { kind, ...result } = outcome;
    const fields = { ...fieldsOf(target, delivery), ...result };
    if (kind === "accepted") this.#options.log.info(fields, "delivery accepted");
    else this.#options.log.warn(fields, kind === "refused" ? "delivery refused" : "delivery failed");
  }

  #hold(pump: Pump, count: number): void {
    pump.held += count;
    this.#held += count;
  }

  /** Something has ended: others may go on, and a pump with nothing to do is forgotten. */
  #rest(pump: Pump): void {
    if (pump.held === 0 && !pump.wanted && !pump.claiming && !pump.backoff.waiting) {
      this.#pumps.delete(pump.subscriptionId);
    }
    this.#turnSoon();
  }
}

/**
 * A claim costs the database the same for one delivery as for many: a subscription that is nearly full waits until some
 * more have ended, or for the next poll if they take their time.
 */
function isWorthClaiming(pump: Pump, room: number): boolean {
  return pump.overdue || room * 4 >= pump.held;
}

/** The fields of every log line about a delivery: never its body, never the secret. */
function fieldsOf(target: Target, delivery: Delivery): Readonly<Record<string, unknown>> {
  const { subscriptionId, accountId } = target;
  return { subscriptionId, accountId, event: delivery.event, deliveryId: delivery.id };
}

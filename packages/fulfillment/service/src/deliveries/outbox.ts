// What waits to be delivered, as the dispatcher sees it: storage implements it, one file per database.

/** One event for one subscription. */
export interface Delivery {
  readonly id: number;
  /** `order.created` */
  readonly event: string;
  /** The body exactly as it will be sent: JSON text. */
  readonly body: string;
}

/** Where deliveries of a subscription go now: read once they are claimed, because settings may have changed since the event. */
export interface Target {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly url: string;
  /** In the clear: storage decrypts it. */
  readonly secret: string;
}

export interface Claim {
  /** `null`: nothing was claimed, or the subscription is paused or gone, and its deliveries were dropped with it. */
  readonly target: Target | null;
  /** Claimed by this process and by no other until they are settled or their lease runs out. */
  readonly deliveries: readonly Delivery[];
  /** There may be more that did not fit. */
  readonly more: boolean;
}

/** A subscription with unclaimed deliveries. */
export interface Waiting {
  readonly subscriptionId: string;
  /** Empty when the subscription is gone, and what waits for it only has to be dropped. */
  readonly accountId: string;
}

/** How much may be claimed. Both at least 1. */
export interface Room {
  /** How many deliveries. */
  readonly count: number;
  /** How many bytes their bodies may have together; the first delivery is claimed even if it alone has more. */
  readonly bytes: number;
}

export interface Outbox {
  waiting(): Promise<readonly Waiting[]>;
  /**
   * Takes what fits of them for this process, oldest first. Not called for a subscription while a call for it is under
   * way.
   */
  claim(subscriptionId: string, room: Room): Promise<Claim>;
  /** Deletes attempted deliveries, successful or not: there is one attempt. Durable when it resolves. */
  settle(ids: readonly number[]): Promise<void>;
  /** Calls `listener` with the subscriptions that a transaction of this process has just put deliveries in for. */
  onCommit(listener: (waiting: readonly Waiting[]) => void): void;
}

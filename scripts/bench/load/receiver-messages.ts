// What a benchmark and its receiver tell each other.
import { z } from "zod";

/** To the receiver: start counting again. */
export interface ReceiverOrder {
  /** Deliveries after which to report. */
  readonly expect: number;
}

/** From the receiver: the first delivery is there, or as many as were expected, or more. */
export interface Received {
  readonly what: "first" | "all";
  readonly count: number;
  /** From the first to the last. */
  readonly seconds: number;
  /** The most that were open at once. */
  readonly connections: number;
}

const order: z.ZodType<ReceiverOrder> = z.object({ expect: z.int().positive() });
const received: z.ZodType<Received> = z.object({
  what: z.enum(["first", "all"]),
  count: z.int(),
  seconds: z.number(),
  connections: z.int(),
});

export function readOrder(message: unknown): ReceiverOrder {
  return order.parse(message);
}

export function readReceived(message: unknown): Received {
  return received.parse(message);
}

// Exchanges with the service -> what happens outside of the API meanwhile: orders are shipped and delivered, and a receiver
// learns its secrets and verifies deliveries with them.
import { z } from "zod";
import { fulfillment } from "../harness/fulfillment.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import type { Exchange } from "../harness/recording-proxy.ts";

export interface OutsideWorld {
  /** Where deliveries are verified: 204 for one that is right, 401 for any other. */
  readonly receiverUrl: string;
  /** To be called with every exchange, before its response is seen. */
  readonly observe: (exchange: Exchange) => void;
  /** What failed out there, once everything that was begun is done. */
  failures(): Promise<string[]>;
  close(): void;
}

/** `storage`: where the service keeps its data. */
export async function startOutsideWorld(storage: readonly string[]): Promise<OutsideWorld> {
  const begun: Promise<string[]>[] = [];
  const operator = await startOperator();
  const begin = (...command: string[]): void => {
    const work = fulfillment("orders", ...command, ...storage);
    // Caught here, not where it is asked for: by then a rejection would have ended the process.
    begun.push(
      work.then(
        () => [],
        (error: unknown) => [String(error)],
      ),
    );
  };
  const observers = [operator.observe, followOrders(begin)];
  return {
    receiverUrl: operator.receiver.url,
    observe: (exchange) => {
      for (const observer of observers) observer(exchange);
    },
    failures: async () => (await Promise.all(begun)).flat(),
    close: () => operator.receiver.close(),
  };
}

const order = z.object({ id: z.string(), status: z.string() });

/**
 * An order that is asked for twice in the same state is one somebody waits for. Then the warehouse ships it, and the carrier
 * delivers it.
 */
function followOrders(begin: (...command: string[]) => void): (exchange: Exchange) => void {
  const seen = new Map<string, number>();
  return ({ operation, status, body }) => {
    if (!/^GET \/v1\/orders\/ord_/.test(operation) || status !== 200) return;
    const found = readBody(order, body);
    if (found === undefined) return;
    const { id, status: state } = found;
    const times = (seen.get(`${id} ${state}`) ?? 0) + 1;
    seen.set(`${id} ${state}`, times);
    if (times !== 2) return;
    if (state === "AWAITING_SHIPMENT") begin("ship", id, "--carrier", "ups", "--tracking", "1Z54W8790342616817");
    if (state === "SHIPPED") begin("deliver", id);
  };
}

const subscription = z.object({ secret: z.string() });

/** Who runs a receiver: gives it the first secret at once, and a later one only after it has refused a delivery. */
async function startOperator(): Promise<{ receiver: Receiver; observe: (exchange: Exchange) => void }> {
  let next: string | undefined;
  const receiver = await startReceiver((delivery) => {
    if (!("error" in delivery) || next === undefined) return;
    receiver.secret = next;
    next = undefined;
  });
  const observe = ({ operation, status, body }: Exchange): void => {
    const created = operation === "POST /v1/webhooks" && status === 201;
    const rotated = /^POST \/v1\/webhooks\/[^/]+\/rotate-secret$/.test(operation) && status === 200;
    if (!created && !rotated) return;
    const secret = readBody(subscription, body)?.secret;
    if (secret === undefined) return;
    if (created) receiver.secret = secret;
    else next = secret;
  };
  return { receiver, observe };
}

/** Nothing when the body is not what it should be: reporting that is the workflow's part. */
function readBody<Body>(schema: z.ZodType<Body>, body: Buffer): Body | undefined {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

// A receiver of webhooks on this machine: checks each delivery's signature as the description says, and tells what came.
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

export interface Delivery {
  readonly event: string;
  readonly body: unknown;
  /** Whether it was signed with the subscription's secret, over these very bytes. */
  readonly verified: boolean;
}

export interface Receiver {
  readonly url: string;
  /** What to verify with; the service shows it when the subscription is created. */
  secret: string;
  /** Resolves with the next delivery of `event` that nobody has waited for. */
  next(event: string): Promise<Delivery>;
  close(): void;
}

const path = "/demo-receiver";

/** Whether this is the URL of such a receiver, perhaps of one that has ended. */
export function isReceiver(url: string): boolean {
  return url.startsWith("http://127.0.0.1:") && url.endsWith(path);
}

export async function startReceiver(onDelivery: (delivery: Delivery) => void): Promise<Receiver> {
  const arrived: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    const header = (name: string): string => String(request.headers[name] ?? "");
    const delivery: Delivery = {
      event: header("x-webhook-event"),
      body: JSON.parse(bytes.toString()),
      verified: isSigned(bytes, header("x-webhook-timestamp"), {
        secret: receiver.secret,
        signature: header("x-webhook-signature"),
      }),
    };
    response.writeHead(204).end();
    onDelivery(delivery);
    arrived.push(delivery);
    server.emit("delivery");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}${path}`,
    secret: "",
    next: async (event) => {
      for (;;) {
        const index = arrived.findIndex((delivery) => delivery.event === event);
        const [delivery] = index === -1 ? [] : arrived.splice(index, 1);
        if (delivery !== undefined) return delivery;
        await once(server, "delivery", { signal: AbortSignal.timeout(15_000) });
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

function isSigned(
  bytes: Buffer,
  timestamp: string,
  { secret, signature }: { readonly secret: string; readonly signature: string },
): boolean {
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex");
  const [expected, given] = [Buffer.from(`sha256=${digest}`), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

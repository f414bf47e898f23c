// Receives webhooks with nothing but Node: WEBHOOK_SECRET=whsec_… node node.ts
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const fiveMinutes = 300;

export interface Delivery {
  readonly timestamp: string;
  readonly signature: string;
  readonly rawBody: Uint8Array;
}

/** Whether the service signed exactly these bytes, at most five minutes from `now`, which is in seconds. */
export function verify(secret: string, { timestamp, signature, rawBody }: Delivery, now: number): boolean {
  if (!/^[0-9]{1,15}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > fiveMinutes) return false;
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex");
  const [expected, given] = [Buffer.from(`sha256=${digest}`), Buffer.from(signature)];
  // `===` stops at the first difference, so its timing would reveal how much of a guess is correct.
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const server = createServer(async (request, response) => {
  // The raw bytes: JSON that is parsed and serialised again has a different signature.
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks);
  const header = (name: string): string => String(request.headers[name] ?? "");
  const delivery = { timestamp: header("x-webhook-timestamp"), signature: header("x-webhook-signature"), rawBody };
  if (!verify(process.env["WEBHOOK_SECRET"] ?? "", delivery, Date.now() / 1000)) {
    response.writeHead(401).end();
    return;
  }
  // Parse the body only after it is verified.
  const { event, data } = JSON.parse(rawBody.toString());
  console.log(event, data);
  response.writeHead(204).end();
});

if (process.argv[1] === import.meta.filename) server.listen(Number(process.env["PORT"] ?? 4000), "127.0.0.1");

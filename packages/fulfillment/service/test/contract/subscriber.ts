// A subscriber for tests of the service: receives deliveries, verifies them as the description says, and waits for them.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { Recorder } from "@waybill/conformance";
import { expect, vi } from "vitest";
import { z } from "zod";
import { startServer } from "../../../../../generators/test/local-server.ts";
import { openOwnDescription } from "../own-description.ts";

const patienceMs = 10_000;

// Longer than the wait for a delivery, so that a failure says which did not arrive.
vi.setConfig({ testTimeout: 2 * patienceMs });

export interface Arrived {
  readonly path: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The secret it verifies with, of those that were given. */
  readonly verifies: (secret: string) => boolean;
}

export interface Subscriber {
  readonly url: (path: string) => string;
  readonly arrived: readonly Arrived[];
  /** Resolves with everything that came to `path`, once it is `count` deliveries. */
  wait(path: string, count: number): Promise<readonly Arrived[]>;
  close(): Promise<void>;
}

/** `respond` decides about the response, 204 unless it is given. */
export async function subscriber(
  respond: RequestListener = (_, response) => response.writeHead(204).end(),
): Promise<Subscriber> {
  const arrived: Arrived[] = [];
  const { url, server, close } = await startServer(async (request, response) => {
    arrived.push(await read(request));
    server.emit("arrived");
    respond(request, response);
  });
  return {
    url: (path) => `${url}${path}`,
    arrived,
    wait: (path, count) => waitFor(server, () => arrived.filter((one) => one.path === path), count),
    close,
  };
}

const recorder = new Recorder(openOwnDescription());
const payload = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) });

async function read(request: IncomingMessage): Promise<Arrived> {
  const bytes = await buffer(request);
  const { event, data } = payload.parse(JSON.parse(bytes.toString()));
  const { headers, method = "", url = "/" } = request;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const delivery = { method, target: url, headers: pairs, body: bytes, at: Date.now() };
  // As Ajv judges it; whose secret it is signed with, each test knows for itself.
  const { objections } = recorder.delivery(delivery, { secret: null, retired: [] });
  expect(objections, `${JSON.stringify(headers)} ${bytes}`).toEqual([]);
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["x-webhook-event"]).toBe(event);
  const timestamp = String(headers["x-webhook-timestamp"]);
  return {
    path: request.url ?? "",
    event,
    data,
    verifies: (secret) => {
      const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex");
      return headers["x-webhook-signature"] === `sha256=${digest}`;
    },
  };
}

/** Waits for events of the server, not for time to pass; the limit only turns a hang into a failure. */
async function waitFor(server: Server, found: () => readonly Arrived[], count: number): Promise<readonly Arrived[]> {
  const limit = AbortSignal.timeout(patienceMs);
  while (found().length < count) {
    await once(server, "arrived", { signal: limit }).catch(() => {
      throw new Error(`of ${count} deliveries, ${found().length} arrived: ${JSON.stringify(found())}`);
    });
  }
  return found();
}

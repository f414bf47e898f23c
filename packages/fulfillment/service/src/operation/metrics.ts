// What happens in the service -> Prometheus metrics, served on a port of their own.
import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Outcome } from "../deliveries/post.ts";

export interface Metrics {
  responded(operationId: string | null, status: number, seconds: number): void;
  attempted(event: string, outcome: Outcome): void;
  readonly registry: Registry;
}

export function createMetrics(deliveriesInFlight: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "fulfillment_request_duration_seconds",
    help: "Requests by operation and status, and how long they took.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const deliveries = new Histogram({
    name: "fulfillment_delivery_duration_seconds",
    help: "Delivery attempts by event and outcome, with their duration.",
    labelNames: ["event", "outcome"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: "fulfillment_delivery_failures_total",
    help: "Deliveries that were rejected or did not reach the endpoint; they are not sent again.",
    labelNames: ["event"],
    registers: [registry],
  });
  new Gauge({
    name: "fulfillment_deliveries_in_flight",
    help: "Delivery attempts in progress.",
    registers: [registry],
    collect() {
      this.set(deliveriesInFlight());
    },
  });
  // Found at every response: without a key that would be put together for it.
  const children = new Map<string | null, Map<number, ReturnType<typeof requests.labels>>>();
  return {
    registry,
    responded: (operationId, status, seconds) => {
      const byStatus = children.get(operationId) ?? new Map<number, ReturnType<typeof requests.labels>>();
      let child = byStatus.get(status);
      if (child === undefined) {
        child = requests.labels(operationId ?? "none", String(status));
        children.set(operationId, byStatus.set(status, child));
      }
      child.observe(seconds);
    },
    attempted: (event, { kind, durationMs }) => {
      deliveries.labels(event, kind).observe(durationMs / 1000);
      if (kind !== "accepted") failures.labels(event).inc();
    },
  };
}

/** Rejects when the port is taken. */
export function serveMetrics(registry: Registry, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.removeListener("error", reject)));
  });
}

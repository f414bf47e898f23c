// Gives a test the servers that scripts/testing/servers.sh starts, or any others that a test may fill.
import { describe, it } from "vitest";

/** Each server's variable, which holds the URL of a server that tests may do with as they like. */
export const serverVariables = {
  PostgreSQL: "WAYBILL_TEST_DATABASE_URL",
  Redis: "WAYBILL_TEST_REDIS_URL",
  NATS: "WAYBILL_TEST_NATS_URL",
  Kafka: "WAYBILL_TEST_KAFKA_BROKER",
  MQTT: "WAYBILL_TEST_MQTT_URL",
  AMQP: "WAYBILL_TEST_AMQP_URL",
} as const;

export type Server = keyof typeof serverVariables;

/** How to run tests with all of them. */
export const serversCommand = "bash scripts/testing/servers.sh -- npx -y pnpm@12 test";

/** `postgres://postgres@127.0.0.1:20001/postgres`, a database to connect to and to leave alone: see `freshDatabase`. */
export function postgresUrl(): string {
  return urlOf("PostgreSQL");
}

/** `redis://127.0.0.1:20002`. Tests use keys of their own, since others run at the same time. */
export function redisUrl(): string {
  return urlOf("Redis");
}

/** A `describe` whose tests need PostgreSQL. Without it, `tests` is not called: one skipped test stands for all of them. */
export function describeWithPostgres(name: string, tests: () => void): void {
  describeWith("PostgreSQL", name, tests);
}

/** The same for tests that need Redis. */
export function describeWithRedis(name: string, tests: () => void): void {
  describeWith("Redis", name, tests);
}

/** Those of `wanted` that are not there. */
export function missingServers(wanted: readonly Server[] = servers): Server[] {
  return wanted.filter((server) => (process.env[serverVariables[server]] ?? "") === "");
}

const servers: readonly Server[] = ["PostgreSQL", "Redis", "NATS", "Kafka", "MQTT", "AMQP"];

/** The same for tests that need another server. */
export function describeWith(server: Server, name: string, tests: () => void): void {
  const missing = missingServers().includes(server);
  describe(name, missing ? () => it.skip(`there is no ${serverVariables[server]}; ${serversCommand}`) : tests);
}

/** `nats://127.0.0.1:20003`; of Kafka `127.0.0.1:20004`. Tests use subjects, topics and queues of their own. */
export function urlOf(server: Server): string {
  const url = process.env[serverVariables[server]] ?? "";
  if (url === "") throw new Error(`This test needs ${server}: put it in a describe for ${server}.`);
  return url;
}

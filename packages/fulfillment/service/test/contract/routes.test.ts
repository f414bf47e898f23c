// The description and the running service: every operation is routed and every route described, by the table and by requests.
import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { fulfillment } from "../cli/command-line.ts";
import { openLocal } from "./backends.ts";
import { type RunningService, runService } from "./running-service.ts";
import { describedRoutes, differencesOf } from "./served-routes.ts";

const described = describedRoutes();
const wrongKey = "0".repeat(96);

let service: RunningService;
beforeAll(async () => {
  service = await runService(await openLocal());
  return () => service.end();
});

test("there are operations", () => expect(described.length).toBeGreaterThan(20));

test("what is served is what is described", () => expect(differencesOf(service.routes(), described)).toEqual([]));

test("`fulfillment routes` prints the table of a running service", async () => {
  const { code, out, err } = await fulfillment(["routes", "--json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual(service.routes());
  const { out: text } = await fulfillment(["routes"]);
  expect(text).toMatch(/^GET +\/v1\/orders\/\{orderId\} +getOrder +getOrder +200 401 404 429 500$/m);
  expect(text).toMatch(/^GET +\/healthz +- +-$/m);
});

describe("a route over HTTP", () => {
  test.each(described)("requires a key: $method $path", async ({ method, path }) => {
    expect(await statusOf(method, concrete(path), wrongKey)).toBe(401);
  });

  test.each(described)("is served: $method $path", async ({ method, path }) => {
    const { status, text } = await send(method, concrete(path), service.account.key);
    expect(`${status} ${text}`).not.toMatch(/^404 \{"message":"Not found"\}|Method not allowed/);
    expect(status === 404 || status < 500).toBe(true);
  });

  const paths = [...new Set(described.map(({ path }) => path))];
  const neighbours = paths.flatMap((path) => [
    `${path}/`,
    `${path}/more`,
    path.replace("/v1/", "/v2/"),
    path.replace("/v1/", "/"),
  ]);

  test.each(neighbours.filter((path) => !described.some((one) => matches(one.path, path))))(
    "is unknown where nothing describes it: %s",
    async (path) => {
      for (const method of ["GET", "POST"])
        expect(await statusOf(method, concrete(path), service.account.key)).toBe(404);
    },
  );

  const methods = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"];
  const others = paths.flatMap((path) => methods.map((method) => ({ method, path })));
  const undescribed = others.filter(
    ({ method, path }) => !described.some((one) => one.method === method && matches(one.path, path)),
  );

  test.each(undescribed)("is refused with an undescribed method: $method $path", async ({ method, path }) => {
    expect(await statusOf(method, concrete(path), service.account.key)).toBe(400);
  });
});

/** An id that nothing has, for each parameter. */
function concrete(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "none_1");
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

async function statusOf(method: string, path: string, key: string): Promise<number> {
  return (await send(method, path, key)).status;
}

/** With Node's own client, since `fetch` refuses to send TRACE. */
function send(method: string, path: string, key: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, Connection: "close" };
    const sent = request(new URL(path, service.url), { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject).end();
  });
}

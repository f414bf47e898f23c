// The tables of the README list what the client has, all of it and nothing else.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type ErrorCode, FulfillmentClient } from "../src/index.ts";

const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");

/** The code spans of each cell, row by row, of the table below a header row. */
function tableBelow(header: string): string[][][] {
  const [, after] = readme.split(`${header}\n`);
  const rows = after?.split("\n\n")[0]?.split("\n").slice(1) ?? [];
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span)),
  );
}

test("the README lists every method of every resource", () => {
  const listed = tableBelow("| | |").flatMap(([resources = [], methods = []]) =>
    // Several resources in a row have one method each.
    methods.map((method, at) => `${resources.length > 1 ? resources[at] : resources[0]}.${method}`),
  );
  const offered = Object.entries(new FulfillmentClient({ apiKey: "-" })).flatMap(([resource, methods]) =>
    Object.keys(methods).map((method) => `${resource}.${method}`),
  );
  expect(listed.toSorted()).toEqual(offered.toSorted());
});

test("the README lists every code of an error with its class", () => {
  // The compiler asks for a row here when a code is added.
  const classes: Readonly<Record<ErrorCode, string>> = {
    unauthorized: "UnauthorizedError",
    validation: "ValidationError",
    not_found: "NotFoundError",
    conflict_state: "ConflictStateError",
    rate_limited: "RateLimitedError",
    server: "ServerError",
    timeout: "TimeoutError",
    network: "NetworkError",
    unexpected_response: "UnexpectedResponseError",
  };
  const listed = tableBelow("| `code` | class | when |").map(([code, name]) => [code?.[0], name?.[0]]);
  expect(listed).toEqual(Object.entries(classes));
});

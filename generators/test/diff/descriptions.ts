// A schema, an operation or a whole document of a case -> the descriptions that contain it, and what differs between two of them.

import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import type { Change, Direction } from "../../src/diff/change.ts";
import { type DiffOptions, diffApis } from "../../src/diff/index.ts";
import type { Api } from "../../src/model/api.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Reads documents that are in memory. */
function apiOf(documents: { readonly openapi?: Json; readonly asyncapi?: Json }): Api {
  const texts = new Map(Object.entries(documents).map(([name, value]) => [`${name}.json`, JSON.stringify(value)]));
  const report = new Report();
  const { api } = readApi(
    {
      cwd: "/",
      ...(documents.openapi === undefined ? {} : { openapi: "openapi.json" }),
      ...(documents.asyncapi === undefined ? {} : { asyncapi: "asyncapi.json" }),
      readText: (file) => texts.get(file.slice(1)) ?? missing(file),
    },
    report,
  );
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  return api;
}

function missing(file: string): never {
  throw Object.assign(new Error(`not there: ${file}`), { code: "ENOENT" });
}

export function diffDocuments(base: JsonObject, revision: JsonObject, options: DiffOptions = {}): Change[] {
  return diffApis(apiOf(base), apiOf(revision), options);
}

/** A schema that clients send, receive in a response, or receive as an event. */
export function withSchema(schema: Json, direction: Direction): JsonObject {
  if (direction === "event") return { asyncapi: asyncApi({ payload: schema }) };
  const content = { "application/json": { schema } };
  const body = direction === "request" ? { requestBody: { required: true, content } } : {};
  const response = direction === "response" ? { description: "Fine.", content } : { description: "Fine." };
  return {
    openapi: openApi({
      paths: { "/things": { post: { operationId: "make", ...body, responses: { "200": response } } } },
    }),
  };
}

/** An operation that clients call, or that the API calls. */
export function withOperation(operation: JsonObject, side: "called" | "received"): JsonObject {
  const item = { post: { operationId: "make", responses: { "200": { description: "Fine." } }, ...operation } };
  return { openapi: openApi(side === "called" ? { paths: { "/things": item } } : { webhooks: { thing: item } }) };
}

export function openApi(parts: JsonObject): JsonObject {
  return { openapi: "3.1.1", info: { title: "Things", version: "1.0.0" }, ...parts };
}

/** One message that the API sends. */
export function asyncApi(message: JsonObject): JsonObject {
  return {
    asyncapi: "3.0.0",
    info: { title: "Things", version: "1.0.0" },
    defaultContentType: "application/json",
    channels: { things: { address: "things", messages: { thingMade: { name: "thing.made", ...message } } } },
    operations: { tell: { action: "send", channel: { $ref: "#/channels/things" } } },
  };
}

// The `Accept` header of an operation whose responses have several media types.
import { describe, expect, it } from "vitest";
import { noAnnotations } from "../../../src/model/schema.ts";
import type { Location } from "../../../src/source/index.ts";
import { acceptOf } from "../../../src/targets/http/accept.ts";

describe("the Accept header", () => {
  it.each([
    [
      "JSON first, as ASP.NET describes it",
      [["text/plain", "application/json", "text/json"]],
      "application/json, text/json, text/plain;q=0.9",
    ],
    [
      "JSON first, as Swagger 2 describes it",
      [["application/xml", "application/json"], ["application/json"]],
      "application/json, application/xml;q=0.9",
    ],
    [
      "the plain JSON before others, without a charset",
      [["application/hal+json", "application/json; charset=utf-8"]],
      "application/json, application/hal+json",
    ],
    [
      "parameters and ranges with a weight",
      [["text/csv; header=present", "application/json", "*/*"]],
      "application/json, text/csv; header=present;q=0.9, */*;q=0.9",
    ],
    [
      "errors as JSON too",
      [["text/csv", "application/json"], ["application/problem+json"]],
      "application/json, application/problem+json, text/csv;q=0.9",
    ],
    [
      "no weight where no response can be JSON",
      [["image/png", "image/jpeg"], ["application/problem+json"]],
      "image/png, image/jpeg, application/problem+json",
    ],
    ["sequences in their place", [["text/event-stream", "application/json"]], "text/event-stream, application/json"],
    [
      "sequences and JSON before others",
      [["text/plain", "text/event-stream", "application/json"]],
      "text/event-stream, application/json, text/plain;q=0.9",
    ],
    [
      "all types where the server has no choice",
      [["text/plain"], ["application/json"]],
      "text/plain, application/json",
    ],
    [
      "no weight for several types of one kind",
      [["image/png"], ["application/problem+json"], []],
      "image/png, application/problem+json",
    ],
    ["nothing without bodies", [[]], ""],
    [
      "at most what browsers send without asking first",
      [["application/json"], [`application/vnd.${"a".repeat(60)}+json`], [`application/vnd.${"b".repeat(60)}+json`]],
      `application/json, application/vnd.${"a".repeat(60)}+json, */*;q=0.1`,
    ],
  ])("has %s", (_, responses, expected) => {
    expect(acceptOf(responses.map((types) => ({ content: types.map(mediaOf) })))).toBe(expected);
  });
});

function mediaOf(type: string): Parameters<typeof acceptOf>[0][number]["content"][number] {
  const schema = anything;
  if (type === "text/event-stream") return { type, body: "events", item: { schema, data: "text" }, schema };
  return { type, body: /json(;|$)/.test(type) ? "json" : "text", item: null, schema };
}

const at: Location = {
  document: { path: "/api.yaml", name: "api.yaml", format: "yaml", text: "", value: undefined },
  parent: null,
  key: "",
};
const anything = { kind: "any", at, annotations: noAnnotations } as const;

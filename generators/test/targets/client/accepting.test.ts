// One media type of several: what is requested, and what a response may be.
import { describe, expect, expectTypeOf, it } from "vitest";
import { accepting } from "../../../src/targets/client/runtime/accepting.ts";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import { json, text } from "../../../src/targets/http/runtime/bodies.ts";
import { chooseMediaType } from "../../../src/targets/http/runtime/media-types.ts";
import { baseUrl, responding, textResponse } from "./exchanges.ts";

type Report =
  | { status: 200; contentType: "application/json"; body: { n: number } }
  | { status: 200; contentType: "text/csv"; body: string }
  | { status: 201; contentType: `image/${string}`; body: Blob }
  | { status: 204 }
  | { status: 404; contentType: "application/problem+json"; body: object };

const getReport: Operation<Record<never, never>, Report> = {
  id: "paint",
  method: "GET",
  path: "/",
  safe: true,
  parameters: [],
  accept: "application/json, application/problem+json, text/csv;q=0.9",
  responses: {
    200: { content: { "application/json": json, "text/csv": text }, choose: chooseMediaType },
    204: {},
    404: { content: { "application/problem+json": json } },
  },
};

describe("an operation that accepts one media type", () => {
  it("requests it before those of errors", async () => {
    const { fetch, attempts } = responding(textResponse("a,b", 200, "text/csv; charset=utf-8"));
    const response = await createSend({ baseUrl, fetch })(accepting(getReport, "text/csv"), {});
    expect(response).toMatchObject({ status: 200, contentType: "text/csv", body: "a,b" });
    expect(attempts[0]?.headers.get("accept")).toBe("text/csv, application/problem+json;q=0.9");
  });

  it("has no other type where a status has it", () => {
    const csv = accepting(getReport, "text/csv");
    type Csv = typeof csv extends Operation<never, infer Response> ? Response : never;
    expectTypeOf<Extract<Csv, { status: 200 }>["body"]>().toEqualTypeOf<string>();
    expectTypeOf<Csv["status"]>().toEqualTypeOf<200 | 201 | 204 | 404>();
    const image = accepting(getReport, "image/png");
    type Image = typeof image extends Operation<never, infer Response> ? Response : never;
    expectTypeOf<Image>().toEqualTypeOf<Report>();
    // @ts-expect-error not described
    expect(accepting(getReport, "text/html").responses).toEqual(getReport.responses);
  });

  it("fails the call where the server sends another", async () => {
    const { fetch } = responding(textResponse("{}", 200, "application/json"));
    await expect(createSend({ baseUrl, fetch })(accepting(getReport, "text/csv"), {})).rejects.toMatchObject({
      message: 'paint: 200 application/json is not described: expected 200 text/csv; unexpected: "lenient" accepts it',
    });
  });
});

// The codings of request bodies (RFC 9110, 8.4): which are none, and what a response says about the others.
import { describe, expect, it } from "vitest";
import type { AnyResponse } from "../../../src/targets/server/runtime/refusals.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { bareRoute } from "./bare-route.ts";

const json = { type: "application/json", body: "json" as const };
const service: Service<"echo", object> = {
  routes: [
    {
      ...bareRoute,
      handler: "echo",
      method: "POST",
      path: "/echo",
      segments: ["echo"],
      requestBody: { required: true, content: [json, { type: "text/plain", body: "text" }] },
      responses: [{ status: 200, headers: [], content: [json] }],
    },
  ],
  handlers: { echo: async ({ body }): Promise<AnyResponse> => ({ status: 200, body }) },
  context: () => ({}),
};

const post = (headers: Record<string, string>, own: Partial<typeof service> = {}): Promise<Response> =>
  createFetchHandler({ ...service, ...own })(
    new Request("http://localhost/echo", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "5",
    }),
  );

describe("the content coding of a request", () => {
  it.each(["", " ", "identity", "Identity", "identity, identity", ","])("is none where it is %j", async (coding) => {
    const response = await post({ "content-encoding": coding });
    expect([response.status, await response.text()]).toEqual([200, "5"]);
  });

  it.each(["gzip", "zstd", "identity, br"])("is refused with the accepted codings where it is %j", async (coding) => {
    const response = await post({ "content-encoding": coding });
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    expect(await response.json()).toMatchObject({ status: 415, code: "unsupported_content_encoding" });
  });

  it("a media type that is not described is refused with those that are", async () => {
    const response = await post({ "content-type": "image/png", "content-encoding": "gzip" });
    expect([response.status, response.headers.get("accept")]).toEqual([415, "application/json, text/plain"]);
    expect(response.headers.get("accept-encoding")).toBe(null);
    expect(await response.json()).toMatchObject({ code: "unsupported_media_type" });
  });

  it("a service that responds with another status does not send them", async () => {
    const response = await post(
      { "content-encoding": "gzip" },
      { refuse: ({ message }) => ({ status: 400, body: message }) },
    );
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([400, null]);
    expect(await response.text()).toContain("Content-Encoding");
  });
});

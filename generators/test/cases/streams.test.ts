// Streams of events and items, and mocks: what travels over a socket, and what programs get of it.
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../../../packages/mocks/src/server/listen.ts";
import { mockHandlerOf } from "../../../packages/mocks/src/server/mock-handler.ts";
import { concreteTypeOf } from "../../src/model/analysis/media-types.ts";
import { readApi } from "../../src/read.ts";
import { fixture } from "./case.ts";

/** The address of a mock server of a description. */
async function mocked(text: string): Promise<string> {
  const { api } = readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => text });
  if (api === null) throw new Error("the description cannot be read");
  const mock = await mockHandlerOf(api, { url: null, secret: "", dynamic: false, cors: false, auth: false });
  const server = await listen(mock.handle, { port: 0, host: "127.0.0.1", served: () => {} });
  onTestFinished(async () => {
    await server.close();
    mock.dispose();
  });
  return server.address;
}

describe("media types that are ranges", () => {
  it("any-media.yaml: the mock sends JSON where `*/*` has the schema of an array", async () => {
    const address = await mocked(fixture("codegen/any-media.yaml"));
    const response = await fetch(`${address}/items`);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual([{ a: "text" }]);
  });

  it.each([
    ["*/*", "json", "application/json"],
    ["application/*", "json", "application/json"],
    ["application/*; charset=utf-8", "json", "application/json"],
    ["*/*", "binary", "application/octet-stream"],
    ["application/*", "binary", "application/octet-stream"],
    ["image/*", "binary", "image/png"],
    ["TEXT/*", "text", "text/plain"],
    ["model/*", "binary", "application/octet-stream"],
    ["text/csv", "text", "text/csv"],
  ] as const)("%s of %s is sent as one type", (type, body, sent) => {
    expect(concreteTypeOf({ type, body })).toBe(sent);
  });
});

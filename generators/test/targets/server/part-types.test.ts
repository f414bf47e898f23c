// A multipart body with a part of a type that is not described: the 415 names the part.
import { expect, it } from "vitest";
import { multipartOf } from "../../../src/targets/http/runtime/form-fields.ts";
import type { Route } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler } from "../../../src/targets/server/runtime/serve.ts";
import { bareRoute } from "./bare-route.ts";

const format = multipartOf({
  value: { kind: "object", properties: { file: "any", note: "string" }, additional: "any" },
  types: { file: "image/png, image/jpeg" },
  blobs: ["file"],
});
const upload: Route<"upload"> = {
  ...bareRoute,
  operationId: "upload",
  handler: "upload",
  method: "POST",
  requestBody: { required: true, content: [{ type: "multipart/form-data", body: "multipart", format }] },
  responses: [{ status: 204, headers: [], content: [] }],
};
const serve = createFetchHandler({
  routes: [{ ...upload, path: "/files", segments: ["files"] }],
  handlers: { upload: () => ({ status: 204 }) },
  context: () => ({}),
});

function send(type: string): Promise<Response> {
  const body = new FormData();
  body.set("note", "x");
  body.set("file", new File(["x"], "a", { type }));
  return serve(new Request("http://x/files", { method: "POST", body }));
}

it("a part of another type is named in the issues", async () => {
  const response = await send("image/gif");
  expect(response.status).toBe(415);
  expect(await response.json()).toEqual({
    title: "The content type of the request body is not supported",
    status: 415,
    code: "unsupported_media_type",
    issues: [{ in: "body", path: ["file"], message: expect.stringContaining("image/png, image/jpeg") }],
  });
  expect((await send("image/png")).status).toBe(204);
});

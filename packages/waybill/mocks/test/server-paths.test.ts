import { expect, test } from "vitest";
import { readApi } from "waybill/description";
import { pathsOf } from "../src/server-paths.ts";

test("server variables with dollar signs are filled in as they are", () => {
  const text = `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: "https://api.example/{stage}", variables: { stage: { default: "a$&b$$c" } } }]
paths: {}
`;
  const { api } = readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => text });
  expect(api?.http && pathsOf(api.http)).toEqual(["/a$&b$$c"]);
});

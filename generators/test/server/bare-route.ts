// A route that takes nothing and answers nothing, for tests to say only what they are about.
import type { Route } from "../../src/targets/server/runtime/runtime.ts";

export const bareRoute: Route = {
  operationId: "x",
  handler: "x",
  method: "GET",
  path: "/",
  segments: [],
  parameters: [],
  requestBody: null,
  responses: [],
  security: [],
  tags: [],
  deprecated: false,
  extensions: {},
  schemas: { responses: {} },
};

// A route without parameters, body and responses, so that tests state only what they check.
import type { Route } from "../../../src/targets/server/runtime/runtime.ts";

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

// An operation that takes nothing and describes no response, for tests to say only what they are about.
import type { Operation, RequestParts } from "../../src/targets/client/runtime/runtime.ts";

export const bareOperation: Operation<RequestParts> = {
  id: "paint",
  method: "POST",
  path: "/",
  safe: false,
  parameters: [],
  responses: {},
};

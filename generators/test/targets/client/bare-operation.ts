// An operation without parameters, body and responses, so that tests state only what they check.
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";

export const bareOperation: Operation<RequestParts> = {
  id: "paint",
  method: "POST",
  path: "/",
  safe: false,
  parameters: [],
  responses: {},
};

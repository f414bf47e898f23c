// An operation without parameters, body and responses, so that tests state only what they check.
import { buildRequest, type WireRequest } from "../../../src/targets/client/runtime/request.ts";
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";

export const bareOperation: Operation<RequestParts> = {
  id: "paint",
  method: "POST",
  path: "/",
  safe: false,
  parameters: [],
  responses: {},
};

export function build(operation: Partial<Operation<RequestParts>>, request: RequestParts): WireRequest {
  return buildRequest({ ...bareOperation, ...operation }, request, "https://api.example");
}

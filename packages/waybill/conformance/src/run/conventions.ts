// An operation -> whether it declares conditions (RFC 9110, 13), or keys by which repetitions are known.
import { type Operation, takesHeader } from "waybill/description";

export function isConditionalRead(operation: Operation): boolean {
  return operation.method === "get" && (hasStatus(operation, 304) || takesHeader(operation, "if-none-match"));
}

export function isConditionalChange(operation: Operation): boolean {
  return operation.method !== "get" && (hasStatus(operation, 412) || takesHeader(operation, "if-match"));
}

export function hasKey(operation: Operation): boolean {
  return operation.method === "post" && takesHeader(operation, "idempotency-key");
}

function hasStatus({ responses }: Operation, code: number): boolean {
  return responses.some(({ status }) => status.kind === "code" && status.code === code);
}

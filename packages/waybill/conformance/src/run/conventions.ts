// An operation -> whether it declares conditions (RFC 9110, 13), or keys by which repetitions are known.
import { type Operation, takesHeader } from "waybill/description";
import { declares } from "../description/stated.ts";

export function isConditionalRead(operation: Operation): boolean {
  return operation.method === "get" && (declares(operation, 304) || takesHeader(operation, "if-none-match"));
}

export function isConditionalChange(operation: Operation): boolean {
  return operation.method !== "get" && (declares(operation, 412) || takesHeader(operation, "if-match"));
}

export function hasKey(operation: Operation): boolean {
  return operation.method === "post" && takesHeader(operation, "idempotency-key");
}

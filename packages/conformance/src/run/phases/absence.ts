// An operation -> whether its description says what becomes of something that is not there.
import type { Operation } from "waybill/description";

/** Where nothing is said of it, deleting again may be fine, and an update may make what is missing. */
export function saysAbsence({ method, responses, parameters }: Operation): boolean {
  const declares = (...codes: readonly number[]): boolean =>
    responses.some(({ status }) => status.kind === "code" && codes.includes(status.code));
  if (declares(404, 410)) return !(method === "put" && declares(201));
  if (method === "delete" || (method === "put" && declares(201))) return false;
  // A range speaks of every refusal. What is called an id is one; what is called otherwise may be any word.
  const isOfIds = parameters.every((one) => one.in !== "path" || /(^|[a-z_-])(id|uuid|guid)$/i.test(one.name));
  return (
    isOfIds &&
    responses.some(({ status }) => status.kind === "default" || (status.kind === "range" && status.first === 4))
  );
}

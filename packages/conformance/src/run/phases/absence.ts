// An operation -> whether its description declares the response for a missing resource.
import type { Operation } from "waybill/description";

/** Otherwise a second deletion may succeed, and an update may create the resource. */
export function declaresAbsence({ method, responses, parameters }: Operation): boolean {
  const declares = (...codes: readonly number[]): boolean =>
    responses.some(({ status }) => status.kind === "code" && codes.includes(status.code));
  if (declares(404, 410)) return !(method === "put" && declares(201));
  if (method === "delete" || (method === "put" && declares(201))) return false;
  // A range covers every rejection. Only parameters named as ids are taken for ids.
  const isOfIds = parameters.every((one) => one.in !== "path" || /(^|[a-z_-])(id|uuid|guid)$/i.test(one.name));
  return (
    isOfIds &&
    responses.some(({ status }) => status.kind === "default" || (status.kind === "range" && status.first === 4))
  );
}

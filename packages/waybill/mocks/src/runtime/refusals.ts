// The status that a request is rejected with -> the one that the description has for it: clients know only those.

/** Both say that a request is not as described. FastAPI has 422 for all of it, others have 400. */
const others: Readonly<Record<number, number>> = { 400: 422, 422: 400 };

/** `described`: codes, ranges (`4XX`) and `default`, as the description has them. */
export function refusalStatusOf(status: number, described: readonly (number | string)[]): number {
  const codes = [status, others[status] ?? status, 422, 400];
  if (others[status] === undefined) return status;
  return codes.find((code) => described.includes(code)) ?? status;
}

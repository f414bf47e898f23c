// The status that a request is rejected with -> the one that the description has for it: clients know only those. And what is not rejected.

/** Both say that a request is not as described. FastAPI has 422 for all of it, others have 400. */
const others: Readonly<Record<number, number>> = { 400: 422, 422: 400 };

/** `described`: codes, ranges (`4XX`) and `default`, as the description has them. */
export function refusalStatusOf(status: number, described: readonly (number | string)[]): number {
  const codes = [status, others[status] ?? status, 422, 400];
  if (others[status] === undefined) return status;
  return codes.find((code) => described.includes(code)) ?? status;
}

/** Where only bytes are described, they may have any content type but that of a document or form: servers rarely look at it. */
export function bytesTypeOf(sent: string | null, described: readonly { readonly type: string }[] = []): string | null {
  const isBytes = described.length > 0 && described.every(({ type }) => type === bytes);
  const isOther = sent === null || /^(application\/(json|x-www-form-urlencoded)|multipart\/)/i.test(sent);
  return isBytes && !isOther ? bytes : sent;
}

const bytes = "application/octet-stream";

// A thrown value -> the code that Node and libraries put on their errors.

/** `ECONNREFUSED`; `null`: it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

// What the system says went wrong, as Node words it in the errors of its own calls.

/** `ENOENT`, `EACCES` ...; `null` for an error that has no such code. */
export function errorCodeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

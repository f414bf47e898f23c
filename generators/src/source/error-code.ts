// A thrown value -> the system's error code, as Node sets it on errors of system calls.

/** `ENOENT`, `EACCES` ...; `null` for an error without such a code. */
export function errorCodeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

// A thrown value -> one line with the reason, without a stack; and the code that Node and libraries put on their errors.

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A name with several addresses: one error for each, and no message of its own.
  if (error instanceof AggregateError && error.message === "")
    return [...new Set(error.errors.map(reasonOf))].join("; ");
  const message = error.message.replaceAll(/\s*\n\s*/g, " ").trim();
  return message === "" ? (codeOf(error) ?? error.name) : message;
}

/** `ECONNREFUSED`; `null`: it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

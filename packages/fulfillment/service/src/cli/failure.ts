// An error that stops a command -> a line with the reason, and the exit code: 1 for a failure, 2 for wrong usage.
import { codeOf, reasonOf } from "../reason.ts";

/** It was asked for rightly and cannot be done. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** Wrong usage that commander itself cannot detect. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** One line without a stack, for any thrown value. */
export function failureText(error: unknown): string {
  if (codeOf(error) !== "EADDRINUSE") return reasonOf(error);
  return `${placeOf(error)} is in use by another program; choose another port with --port, --portal-port or --metrics-port`;
}

/** `127.0.0.1:8080`, of an error of the operating system. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "the port";
  const address = "address" in error ? String(error.address) : "";
  const port = "port" in error ? String(error.port) : "";
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

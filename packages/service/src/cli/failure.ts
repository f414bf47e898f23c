// What stops a command -> the line that says why, and the exit code: 1 when it cannot be done, 2 when it was asked for wrongly.
import { codeOf } from "../error-code.ts";
import { reasonOf } from "../operation/reason.ts";

/** It was asked for rightly and cannot be done. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** It was asked for wrongly: what commander itself cannot tell. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** One line without a stack, whatever was thrown. */
export function failureText(error: unknown): string {
  if (codeOf(error) !== "EADDRINUSE") return reasonOf(error);
  return `${placeOf(error)} is in use: another program listens there; --port and --metrics-port choose others`;
}

/** `127.0.0.1:8080`, of an error of the operating system. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "the port";
  const address = "address" in error ? String(error.address) : "";
  const port = "port" in error ? String(error.port) : "";
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

// An error of a delivery -> a short reason to show to people, and whether it is the service itself that lacks something.
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { errors } from "undici";
import { codeOf } from "../reason.ts";

/** A connection that could not be opened, so nothing was sent. `cause` is the connector's error. */
export class DialError extends Error {
  readonly code = "ERR_DIAL";

  constructor(cause: unknown) {
    super("The connection could not be made", { cause });
  }
}

/** Why an attempt failed. */
export interface Failure {
  /** For the subscriber: no addresses, no names of files or modules. */
  readonly reason: string;
  /** For the operator: `ECONNREFUSED`. Empty when the error has no code. */
  readonly code: string;
  /** This process had no means to connect, so that nothing was attempted. */
  readonly untried?: true;
}

export function failureOf(error: Error): Failure {
  const source = sourceOf(error);
  const code = codeOf(source) ?? "";
  if (isOfThisProcess(error)) return { reason: short, code, untried: true };
  return { reason: reasonOfCode(code) ?? reasonOfParserError(source) ?? "Delivery failed", code };
}

/** What the operating system has no more of: descriptors, memory for sockets. */
const starved: ReadonlySet<string | null> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

/** Without descriptors, a name server cannot be asked either, and the name seems to be unknown: so it is tried whether there are any. */
function isOfThisProcess(error: Error): boolean {
  if (!(error instanceof DialError)) return false;
  const { cause } = error;
  const causes: readonly unknown[] = cause instanceof AggregateError ? [cause, ...cause.errors] : [cause];
  return causes.some((one) => starved.has(codeOf(one))) || !hasDescriptor();
}

function hasDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, "r"));
    return true;
  } catch (error) {
    return !starved.has(codeOf(error));
  }
}

/** The error behind the wrappers: that of the connector or the socket. */
function sourceOf(error: Error): Error {
  return error instanceof DialError && error.cause instanceof Error ? error.cause : error;
}

const unresolved = "Host name could not be resolved";
const unreachable = "Host could not be reached";
const tooSlow = "Connection could not be made in time";
const incomplete = "Connection closed before the response was complete";
const stopping = "Service is stopping";
const short = "Service is short of resources";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection reset",
  EPIPE: "Connection reset",
  ECONNABORTED: "Connection reset",
  EADDRNOTAVAIL: unreachable,
  EHOSTDOWN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETDOWN: unreachable,
  ENETUNREACH: unreachable,
  EAI_AGAIN: unresolved,
  EAI_FAIL: unresolved,
  EAI_NODATA: unresolved,
  EAI_NONAME: unresolved,
  EBADNAME: unresolved,
  EBADRESP: unresolved,
  ENODATA: unresolved,
  ENOTFOUND: unresolved,
  EREFUSED: unresolved,
  ESERVFAIL: unresolved,
  ETIMEOUT: unresolved,
  ETIMEDOUT: tooSlow,
  UND_ERR_CONNECT_TIMEOUT: tooSlow,
  UND_ERR_HEADERS_OVERFLOW: "Response had too many headers",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: incomplete,
  UND_ERR_CLOSED: stopping,
  UND_ERR_DESTROYED: stopping,
  ERR_FORBIDDEN_ADDRESS: "Address is not allowed",
  ERR_INVALID_URL: "URL is not valid",
  EPROTO: "TLS handshake failed",
};

/** Codes OpenSSL and Node give to certificates that they refuse. */
const certificateCode =
  /CERT|^(UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CRL_)/;

function reasonOfCode(code: string): string | undefined {
  if (Object.hasOwn(reasons, code)) return reasons[code];
  if (certificateCode.test(code)) return "TLS certificate was not accepted";
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") ? "TLS handshake failed" : undefined;
}

/** undici has one code for the ends of a connection and none for what its parser refuses: the message distinguishes them. */
function reasonOfParserError(error: Error): string | undefined {
  if (error instanceof errors.HTTPParserError) {
    return error.message.includes("EOF") ? incomplete : "Response was not valid HTTP";
  }
  if (!(error instanceof errors.SocketError)) return undefined;
  if (error.message === "bad upgrade") return "Endpoint switched protocols";
  // An unrequested 100 response: undici gives the connection up instead of waiting for the real one.
  if (error.message === "bad response") return "Endpoint answered 100 Continue, which was not requested";
  return incomplete;
}

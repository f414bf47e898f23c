// Credentials by the names of security schemes -> a hook that adds them to a request.

import type { Operation, SecurityScheme } from "./runtime.ts";
import type { OutgoingRequest } from "./send.ts";

/** A token or key, a name and password, or `true` when the connection itself authenticates. Read before every attempt. */
export type CredentialSource<Value> = Value | (() => Value | Promise<Value>);

/** The credentials of HTTP basic authentication. */
export interface UserAndPassword {
  readonly username: string;
  readonly password: string;
}

export type Credential = string | UserAndPassword | true;

export interface Authorization {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** The default requirement of operations. */
  readonly security: readonly (readonly string[])[];
  readonly credentials: Readonly<Record<string, CredentialSource<Credential> | undefined>>;
}

/** Changes a request before it is sent: an `onRequest`. */
export type RequestHook = (request: OutgoingRequest, operation: Operation) => Promise<void>;

/**
 * Adds the credentials of the first alternative that is complete. Where none is, an operation with optional authentication is sent
 * without any, and any other fails with a `TypeError`. Credentials are never part of an error.
 */
export function createAuthorization({ schemes, security, credentials }: Authorization): RequestHook {
  const isThere = (name: string): boolean => Object.hasOwn(credentials, name) && credentials[name] !== undefined;
  return async (request, operation) => {
    const alternatives = operation.security ?? security;
    const chosen = alternatives.find((names) => names.length > 0 && names.every(isThere));
    if (chosen === undefined) {
      if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return;
      const wanted = alternatives.map((names) => names.join(" and ")).join(", or ");
      throw new TypeError(`${operation.id} needs credentials for ${wanted}`);
    }
    for (const name of chosen) {
      const source = credentials[name];
      const credential = typeof source === "function" ? await source() : source;
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
      if (credential !== undefined && scheme !== undefined) prove(request, { scheme, credential, id: operation.id });
    }
  };
}

interface Proof {
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
  /** Of the operation, for errors. */
  readonly id: string;
}

function prove(request: OutgoingRequest, { scheme, credential, id }: Proof): void {
  const setHeader = (header: string, value: string): void => {
    // `Headers` would include a value that cannot be sent in its error, and it may be a key.
    if (/[^ -~]/.test(value)) throw new TypeError(`${id}: cannot send ${header}: it must be ASCII`);
    request.headers.set(header, value);
  };
  const { type, in: place, parameterName } = scheme;
  const name = parameterName ?? "";
  const key = String(credential);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
  if (type === "mutualTLS") return;
  if (type !== "apiKey") setHeader("authorization", authorizationOf(scheme, credential));
  else if (place === "header") setHeader(name, key);
  else if (place === "query") request.url += `${request.url.includes("?") ? "&" : "?"}${pair}`;
  else setHeader("cookie", [request.headers.get("cookie") ?? [], pair].flat().join("; "));
}

/** OAuth and OpenID Connect use bearer tokens. An unknown scheme uses its credential unchanged. */
function authorizationOf({ type, scheme }: SecurityScheme, credential: Credential): string {
  const name = type === "http" ? (scheme ?? "") : "bearer";
  if (typeof credential === "object") return `Basic ${base64Of(`${credential.username}:${credential.password}`)}`;
  return `${name.toLowerCase() === "bearer" ? "Bearer" : name} ${String(credential)}`;
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

// The OAuth 2 flows of a description -> access tokens, as credentials of `authorizeWith`: client credentials, and authorization code with PKCE.

/** What a description says of a flow. */
export interface OAuthFlow {
  readonly tokenUrl: string;
  /** Default: `tokenUrl`. */
  readonly refreshUrl?: string | undefined;
  /** The names of all scopes. */
  readonly scopes: readonly string[];
}

export interface AuthorizationCodeFlow extends OAuthFlow {
  readonly authorizationUrl: string;
}

/** The client that an authorization server knows. */
export interface OAuthClient {
  readonly clientId: string;
  /** `null` for a public client, such as an application in a browser: PKCE takes its place. */
  readonly clientSecret?: string | null | undefined;
  /** How the secret is sent: in the header `Authorization` (default), or in the body. */
  readonly secretIn?: "header" | "body" | undefined;
  /** Default: all scopes of the flow. */
  readonly scopes?: readonly string[] | undefined;
  /** Other parameters of each request for a token, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Called instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** It is JSON, so you can store it. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Milliseconds since 1970; `null` when the server does not state it. */
  readonly expiresAt: number | null;
  readonly scopes: readonly string[];
}

/** A credential for `authorizeWith`: it is called before each attempt, and requests another token half a minute before the last one expires. */
export interface TokenSource {
  (): Promise<string>;
  /** Requests another token in any case, for `withRefresh(send, source.renew)`: a server may revoke one. */
  readonly renew: () => Promise<void>;
}

/** An authorization server that issues no token. `error` is its code, such as `invalid_grant`: then the user has to sign in again. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: string;
  readonly status: number | null;

  constructor(error: string, status: number | null, description: string) {
    super(description === "" ? error : `${error}: ${description}`);
    this.error = error;
    this.status = status;
  }
}

/** Tokens of the client itself: `authorizeWith({ oauth: clientCredentials(oauthFlows.oauth.clientCredentials, client) })`. */
export function clientCredentials(flow: OAuthFlow, client: OAuthClient): TokenSource {
  const request = (): Promise<Tokens> =>
    requestTokens(flow.tokenUrl, client, { grant_type: "client_credentials", ...scopeOf(flow, client) });
  return sourceOf(client, null, request);
}

/** Tokens of a user who has signed in, refreshed where the server issued a refresh token. `onTokens` stores them after each refresh. */
export function userTokens(
  flow: OAuthFlow,
  client: OAuthClient,
  { tokens, onTokens }: { readonly tokens: Tokens; readonly onTokens?: (tokens: Tokens) => unknown },
): TokenSource {
  return sourceOf(client, tokens, async (last) => {
    if (last === null || last.refreshToken === null) throw new OAuthError("expired", null, "there is no refresh token");
    const sent = { grant_type: "refresh_token", refresh_token: last.refreshToken };
    const next = await requestTokens(flow.refreshUrl ?? flow.tokenUrl, client, sent);
    // A server may leave out what stays the same.
    const refreshedTokens = { ...next, refreshToken: next.refreshToken ?? last.refreshToken };
    await onTokens?.(refreshedTokens);
    return refreshedTokens;
  });
}

/** What a program has to store between the two halves of a login, where only this user can read it. */
export interface PendingLogin {
  /** Where to send the user. */
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/** Begins a login with PKCE. */
export async function beginLogin(
  flow: AuthorizationCodeFlow,
  client: OAuthClient,
  redirectUri: string,
): Promise<PendingLogin> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const sent = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri,
    ...scopeOf(flow, client),
    state,
    code_challenge: base64UrlOf(new Uint8Array(digest)),
    code_challenge_method: "S256",
    ...client.parameters,
  };
  return {
    url: `${flow.authorizationUrl}${flow.authorizationUrl.includes("?") ? "&" : "?"}${new URLSearchParams(sent)}`,
    state,
    verifier,
  };
}

/** Ends a login: `callback` is the URL that the user was sent to, with its query. Throws an `OAuthError` for one of another login. */
export async function finishLogin(
  flow: AuthorizationCodeFlow,
  client: OAuthClient,
  {
    redirectUri,
    callback,
    pending,
  }: { readonly redirectUri: string; readonly callback: string; readonly pending: Omit<PendingLogin, "url"> },
): Promise<Tokens> {
  const sent = new URLSearchParams(callback.replace(/^[^?]*\??/, "").replace(/#.*/, ""));
  if (sent.get("state") !== pending.state)
    throw new OAuthError("invalid_state", null, "the callback is of another login");
  const error = sent.get("error");
  if (error !== null) throw new OAuthError(error, null, sent.get("error_description") ?? "");
  return requestTokens(flow.tokenUrl, client, {
    grant_type: "authorization_code",
    code: sent.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: pending.verifier,
  });
}

function sourceOf(
  { now = Date.now }: OAuthClient,
  first: Tokens | null,
  request: (last: Tokens | null) => Promise<Tokens>,
): TokenSource {
  let last = first;
  let pending: Promise<Tokens> | null = null;
  // Calls that need a token at the same time share one request.
  const renewed = async (): Promise<Tokens> => {
    pending ??= request(last).finally(() => {
      pending = null;
    });
    last = await pending;
    return last;
  };
  const isFresh = ({ expiresAt }: Tokens): boolean => expiresAt === null || expiresAt - now() > 30_000;
  return Object.assign(async () => (last !== null && isFresh(last) ? last : await renewed()).accessToken, {
    renew: async () => void (await renewed()),
  });
}

async function requestTokens(
  url: string,
  client: OAuthClient,
  sent: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { clientId, clientSecret = null, secretIn = "header", parameters, now = Date.now } = client;
  const isInHeader = clientSecret !== null && secretIn === "header";
  const inBody = isInHeader
    ? {}
    : { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) };
  // Both are encoded as in forms first (RFC 6749, 2.3.1).
  const pair = [clientId, clientSecret ?? ""].map((text) => `${new URLSearchParams({ _: text })}`.slice(2)).join(":");
  const requested = now();
  const response = await (client.fetch ?? fetch)(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(isInHeader ? { authorization: `Basic ${btoa(pair)}` } : {}),
    },
    body: `${new URLSearchParams({ ...sent, ...inBody, ...parameters })}`,
  });
  const body: Readonly<Record<string, unknown>> = Object(await response.json().catch(() => null));
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = body;
  if (!response.ok || typeof accessToken !== "string")
    throw new OAuthError(
      String(body["error"] ?? "invalid_response"),
      response.status,
      String(body["error_description"] ?? ""),
    );
  return {
    accessToken,
    refreshToken: typeof refreshToken === "string" ? refreshToken : null,
    expiresAt: Number(seconds) > 0 ? requested + 1000 * Number(seconds) : null,
    scopes: typeof scope === "string" ? scope.split(" ") : [...(sent["scope"]?.split(" ") ?? [])],
  };
}

function scopeOf(flow: OAuthFlow, { scopes = flow.scopes }: OAuthClient): { readonly scope?: string } {
  return scopes.length === 0 ? {} : { scope: scopes.join(" ") };
}

function randomText(): string {
  return base64UrlOf(crypto.getRandomValues(new Uint8Array(32)));
}

function base64UrlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

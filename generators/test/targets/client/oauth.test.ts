// The OAuth 2 flows, against an authorization server in memory that checks what RFC 6749 and RFC 7636 ask of it.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  beginLogin,
  clientCredentials,
  finishLogin,
  type OAuthClient,
  OAuthError,
  type Tokens,
  userTokens,
} from "../../../src/targets/client/runtime/oauth.ts";

const flow = {
  authorizationUrl: "https://auth.example/authorize?tenant=1",
  tokenUrl: "https://auth.example/token",
  scopes: ["orders", "stock"],
};

/** Issues `token-1`, `token-2` … for an hour each. */
function serverWith(respond: (form: URLSearchParams) => object | Response = () => ({})) {
  const sent: { url: string; form: URLSearchParams; authorization: string | null }[] = [];
  let time = 1_000_000;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const form = new URLSearchParams(String(init.body));
    sent.push({ url, form, authorization: new Headers(init.headers).get("authorization") });
    const more = respond(form);
    if (more instanceof Response) return more;
    return Response.json({ access_token: `token-${sent.length}`, token_type: "bearer", expires_in: 3600, ...more });
  };
  const client: OAuthClient = { clientId: "shop", fetch, now: () => time };
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { client, sent, pass };
}

describe("client credentials", () => {
  it("are requested once for calls at the same time, and again half a minute before they expire", async () => {
    const { client, sent, pass } = serverWith();
    const token = clientCredentials(flow, { ...client, clientSecret: "p ä:s", parameters: { audience: "api" } });
    expect(await Promise.all([token(), token()])).toEqual(["token-1", "token-1"]);
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      grant_type: "client_credentials",
      scope: "orders stock",
      audience: "api",
    });
    expect(sent[0]?.authorization).toBe(`Basic ${btoa("shop:p+%C3%A4%3As")}`);
    pass(3_569_000);
    expect(await token()).toBe("token-1");
    pass(2_000);
    expect(await token()).toBe("token-2");
    await token.renew();
    expect(await token()).toBe("token-3");
  });

  it("may be in the body, for some scopes", async () => {
    const { client, sent } = serverWith();
    await clientCredentials(flow, { ...client, clientSecret: "secret", secretIn: "body", scopes: ["stock"] })();
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      grant_type: "client_credentials",
      scope: "stock",
      client_id: "shop",
      client_secret: "secret",
    });
    expect(sent[0]?.authorization).toBe(null);
  });

  it("fail with the code of the server and without the secret, and are requested again by the next call", async () => {
    const responses = [
      Response.json({ error: "invalid_client", error_description: "unknown" }, { status: 401 }),
      new Response("<h1>", { status: 502 }),
    ];
    const { client } = serverWith(() => responses.shift() ?? {});
    const token = clientCredentials(flow, { ...client, clientSecret: "hidden" });
    const error: OAuthError = await token().then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(OAuthError);
    expect([error.error, error.status, error.message]).toEqual(["invalid_client", 401, "invalid_client: unknown"]);
    expect(JSON.stringify(error) + error.stack).not.toContain("hidden");
    await expect(token()).rejects.toMatchObject({ error: "invalid_response", status: 502 });
    expect(await token()).toBe("token-3");
  });
});

describe("a login", () => {
  const redirectUri = "https://shop.example/signed-in";

  it("sends the user with a challenge, and exchanges the code with what proves it", async () => {
    const { client, sent } = serverWith(() => ({ refresh_token: "again", scope: "orders" }));
    const pending = await beginLogin(flow, client, redirectUri);
    const query = new URL(pending.url).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "shop",
      redirect_uri: redirectUri,
      scope: "orders stock",
      state: pending.state,
      code_challenge: createHash("sha256").update(pending.verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    expect(pending.verifier).toMatch(/^[\w-]{43}$/);
    const callback = `${redirectUri}?code=c%2F1&state=${pending.state}#top`;
    expect(await finishLogin(flow, client, { redirectUri, callback, pending })).toEqual({
      accessToken: "token-1",
      refreshToken: "again",
      expiresAt: 4_600_000,
      scopes: ["orders"],
    });
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "c/1",
      redirect_uri: redirectUri,
      code_verifier: pending.verifier,
      client_id: "shop",
    });
  });

  it("is refused with the state of another, or what the server reports", async () => {
    const { client, sent } = serverWith();
    const pending = await beginLogin(flow, client, redirectUri);
    const finish = (query: string) =>
      finishLogin(flow, client, { redirectUri, callback: `${redirectUri}?${query}`, pending });
    await expect(finish("code=1&state=other")).rejects.toMatchObject({ error: "invalid_state" });
    await expect(finish("code=1")).rejects.toMatchObject({ error: "invalid_state" });
    await expect(finish(`error=access_denied&state=${pending.state}`)).rejects.toMatchObject({
      error: "access_denied",
    });
    expect(sent).toEqual([]);
  });

  it("is refreshed before it expires, and its tokens are stored", async () => {
    const { client, sent, pass } = serverWith((form) =>
      form.get("refresh_token") === "r1" ? { refresh_token: "r2" } : {},
    );
    const stored: Tokens[] = [];
    const tokens = { accessToken: "first", refreshToken: "r1", expiresAt: 1_060_000, scopes: [] };
    const token = userTokens({ ...flow, refreshUrl: "https://auth.example/refresh" }, client, {
      tokens,
      onTokens: (next) => stored.push(next),
    });
    expect(await token()).toBe("first");
    pass(40_000);
    expect(await Promise.all([token(), token()])).toEqual(["token-1", "token-1"]);
    await token.renew();
    expect(sent.map(({ url, form }) => [url, form.get("refresh_token")])).toEqual([
      ["https://auth.example/refresh", "r1"],
      ["https://auth.example/refresh", "r2"],
    ]);
    // The second response names no refresh token: it stays the same.
    expect(stored.map(({ accessToken, refreshToken }) => [accessToken, refreshToken])).toEqual([
      ["token-1", "r2"],
      ["token-2", "r2"],
    ]);
  });

  it("without a refresh token ends when it expires", async () => {
    const { client } = serverWith();
    const tokens = { accessToken: "first", refreshToken: null, expiresAt: 1_010_000, scopes: [] };
    await expect(userTokens(flow, client, { tokens })()).rejects.toMatchObject({ error: "expired" });
    const lasting = userTokens(flow, client, { tokens: { ...tokens, expiresAt: null } });
    expect(await lasting()).toBe("first");
  });
});

// The credentials of a request: fields for each scheme, and signing in with OAuth 2 (authorization code with PKCE, RFC 7636).

import type { TryCredential, TryIt } from "../../src/blocks/block.ts";
import { t } from "../words/interface.ts";
import { base, element, type Field, field, recall, remember, selectField } from "./try-fields.ts";

export interface Signed {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
}

export interface Credentials {
  readonly row: HTMLElement;
  readonly signed: () => Signed;
}

const none: Signed = { headers: [], query: [] };

/** The fields of the chosen alternative. */
export function credentialsOf({ credentials: alternatives, authentication }: TryIt): Credentials {
  const row = element("div", "rd-try-group");
  if (alternatives.every((schemes) => schemes.length === 0)) return { row, signed: () => none };
  const labels = alternatives.map((schemes) => schemes.map(({ name }) => name).join(" and ") || "none");
  const choice = selectField(
    "Authorization",
    labels.map((_, at) => String(at)),
    labels,
  );
  const fields = element("div", "rd-try-group");
  let chosen: readonly SchemeFields[] = [];
  const list = (): void => {
    chosen = (alternatives[Number(choice.input.value)] ?? []).map((one) => schemeFields(one, authentication));
    fields.replaceChildren(...chosen.flatMap(({ rows }) => rows));
  };
  list();
  choice.input.addEventListener("change", list);
  if (alternatives.length > 1) row.append(choice.row);
  row.append(fields);
  return {
    row,
    signed: () => {
      const parts = chosen.map(({ signed }) => signed());
      return { headers: parts.flatMap(({ headers }) => headers), query: parts.flatMap(({ query }) => query) };
    },
  };
}

interface SchemeFields {
  readonly rows: readonly HTMLElement[];
  readonly signed: () => Signed;
}

function schemeFields(credential: TryCredential, authentication: string): SchemeFields {
  const { id, name } = credential;
  const header = (input: Field["input"], headerName: string, printed: (text: string) => string): (() => Signed) => {
    return () => (input.value === "" ? none : { headers: [[headerName, printed(input.value)]], query: [] });
  };
  switch (credential.kind) {
    case "bearer": {
      const { row, input } = secret(name, id);
      return { rows: [row], signed: header(input, "Authorization", (text) => `Bearer ${text}`) };
    }
    case "header": {
      const { row, input } = secret(`${name} (${credential.header})`, id);
      return { rows: [row], signed: header(input, credential.header, (text) => text) };
    }
    case "query": {
      const { parameter } = credential;
      const { row, input } = secret(`${name} (${parameter})`, id);
      return {
        rows: [row],
        signed: () => (input.value === "" ? none : { headers: [], query: [[parameter, input.value]] }),
      };
    }
    case "basic": {
      const user = remembered(field(`${name}: user`, {}), `${id}:user`);
      const password = secret(`${name}: password`, id);
      return {
        rows: [user.row, password.row],
        signed: () =>
          user.input.value === ""
            ? none
            : {
                headers: [["Authorization", `Basic ${base64(`${user.input.value}:${password.input.value}`)}`]],
                query: [],
              },
      };
    }
    case "oauth2": {
      const token = secret(`${name}: access token`, id);
      const client = remembered(field(`${name}: client id`, {}), `${id}:client`);
      const button = element("button", "rd-try-open", t("Sign in"));
      button.type = "button";
      const note = element(
        "p",
        "rd-try-note",
        `Register ${redirectOf(authentication)} as the redirect URI of the client.`,
      );
      button.addEventListener("click", async () => {
        note.textContent = t("Sign in, in the window that has opened.");
        try {
          token.input.value = await signIn(credential, client.input.value, redirectOf(authentication));
          token.input.dispatchEvent(new Event("input", { bubbles: true }));
          note.textContent = t("Signed in.");
        } catch (error) {
          note.textContent = `Not signed in: ${error instanceof Error ? error.message : String(error)}`;
        }
      });
      return {
        rows: [client.row, button, note, token.row],
        signed: header(token.input, "Authorization", (text) => `Bearer ${text}`),
      };
    }
    case "cookie":
      return said(`${name}: a page cannot set the cookie of another host. Send the request with the sample.`);
    case "mutual-tls":
      return said(`${name}: mutual TLS. The browser asks which of its client certificates it sends.`);
    default:
      return credential satisfies never;
  }
}

function said(text: string): SchemeFields {
  return { rows: [element("p", "rd-try-note", text)], signed: () => none };
}

function secret(name: string, id: string): Field<HTMLInputElement> {
  return remembered(field(name, { type: "password" }), id);
}

function remembered(one: Field<HTMLInputElement>, id: string): Field<HTMLInputElement> {
  one.input.value = recall(id);
  one.input.addEventListener("input", () => remember(id, one.input.value));
  return one;
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

const channelName = "waybill-sign-in";

/** The page about authentication: one address for all operations. */
function redirectOf(authentication: string): string {
  return new URL(`${base}${authentication.slice(1)}`, location.origin).href;
}

/** The access token. Rejects with what the server refuses it for. */
async function signIn(
  { authorizationUrl, tokenUrl, scopes }: Extract<TryCredential, { kind: "oauth2" }>,
  clientId: string,
  redirectUri: string,
): Promise<string> {
  const verifier = randomText();
  const state = randomText();
  const challenge = base64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
  const url = new URL(authorizationUrl);
  const request = {
    ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(" "), state },
    ...{ code_challenge: challenge, code_challenge_method: "S256" },
  };
  for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
  const returned = returnOf(state);
  if (window.open(url, "_blank", "popup,width=520,height=720") === null)
    throw new Error("the browser blocked the window");
  const query = await returned;
  const code = query.get("code");
  if (code === null) throw new Error(query.get("error_description") ?? query.get("error") ?? "the server sent no code");
  const body = new URLSearchParams({
    ...{ grant_type: "authorization_code", code, redirect_uri: redirectUri, client_id: clientId },
    code_verifier: verifier,
  });
  const response = await fetch(tokenUrl, { method: "POST", body, credentials: "omit" });
  const token: unknown = await response.json();
  const accessToken =
    typeof token === "object" && token !== null && "access_token" in token ? token.access_token : null;
  if (typeof accessToken !== "string")
    throw new Error(`the token endpoint sent ${response.status} without an access token`);
  return accessToken;
}

/** What the window that has returned with `state` sends. */
async function returnOf(state: string): Promise<URLSearchParams> {
  const channel = new BroadcastChannel(channelName);
  return await new Promise((resolve) => {
    channel.addEventListener("message", ({ data }) => {
      const query = new URLSearchParams(String(data));
      if (query.get("state") !== state) return;
      channel.close();
      resolve(query);
    });
  });
}

/** In the window that returns from the server: hands the query over, and closes. */
export function returnFromSignIn(): void {
  const query = new URLSearchParams(location.search);
  if (!query.has("state") || !(query.has("code") || query.has("error"))) return;
  // What has no waiting page is only a query.
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(location.search);
  channel.close();
  history.replaceState(null, "", location.pathname);
  window.close();
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

// Faults in who is let in, and in what those hear who are not.
import type { Account } from "../../../src/http/authenticate.ts";
import { accountOfKey } from "../../../src/storage/queries/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { headerOf, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { responding, respondingWith, serving } from "../wraps/responses.ts";

/** The status of a request with this header. */
function authorizedBy(service: FaultyService, authorization: string): Promise<number> {
  return statusOf(service.ask("GET", "/v1/orders/list", { key: null, headers: { Authorization: authorization } }));
}

const unauthorized = (service: FaultyService) => service.ask("GET", "/v1/orders/list", { key: null });

export const authenticationOfKeys: readonly Fault[] = faultsOf("authentication", [
  {
    id: "key-97",
    title: "A key of 97 characters is cut to 96 and accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/length",
    parts: () => ({ authenticate: (authenticate) => (header) => authenticate(header?.slice(0, 103)) }),
    shows: (service) => authorizedBy(service, `Bearer ${service.account.key}a`),
    right: 401,
    wrong: 200,
  },
  {
    id: "key-95",
    title: "The first 95 characters of a key are enough",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/length",
    parts: () => {
      const accounts = new Map<string, Account>();
      return {
        authenticate: (authenticate) => async (header) => {
          const account = await authenticate(header);
          if (account !== null && header !== undefined) accounts.set(header.slice(0, 102), account);
          return account ?? accounts.get(header ?? "") ?? null;
        },
      };
    },
    shows: async (service) => {
      await service.ask("GET", "/v1/auth");
      return await authorizedBy(service, `Bearer ${service.account.key.slice(0, 95)}`);
    },
    right: 401,
    wrong: 200,
  },
  {
    id: "scheme-lower-case",
    title: "The scheme `bearer` is accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    parts: () => ({
      authenticate: (authenticate) => (header) => authenticate(header?.replace(/^bearer /i, "Bearer ")),
    }),
    shows: (service) => authorizedBy(service, `bearer ${service.account.key}`),
    right: 401,
    wrong: 200,
  },
  {
    id: "scheme-any",
    title: "A good key is accepted with any scheme",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    parts: () => ({ authenticate: (authenticate) => (header) => authenticate(header?.replace(/^\S+ /, "Bearer ")) }),
    shows: (service) => authorizedBy(service, `Basic ${service.account.key}`),
    right: 401,
    wrong: 200,
  },
  {
    id: "scheme-missing",
    title: "A good key is accepted without a scheme",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    parts: () => ({
      authenticate: (authenticate) => (header) => authenticate(header?.length === 96 ? `Bearer ${header}` : header),
    }),
    shows: (service) => authorizedBy(service, service.account.key),
    right: 401,
    wrong: 200,
  },
  {
    id: "key-revoked",
    title: "A revoked key is accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/revocation",
    parts: () =>
      querying(
        rewritten(accountOfKey, (db, { hash }) =>
          db
            .selectFrom("api_keys")
            .innerJoin("accounts", "accounts.id", "api_keys.account_id")
            .select(["accounts.id", "accounts.budget"])
            .where("api_keys.hash", "=", hash)
            .where("accounts.active", "=", 1),
        ),
      ),
    shows: (service) => authorizedBy(service, `Bearer ${service.refusedKeys.revoked}`),
    right: 401,
    wrong: 200,
  },
  {
    id: "key-deactivated",
    title: "A key of a deactivated account is accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    parts: () =>
      querying(
        rewritten(accountOfKey, (db, { hash }) =>
          db
            .selectFrom("api_keys")
            .innerJoin("accounts", "accounts.id", "api_keys.account_id")
            .select(["accounts.id", "accounts.budget"])
            .where("api_keys.hash", "=", hash)
            .where("api_keys.revoked_at", "is", null),
        ),
      ),
    shows: (service) => authorizedBy(service, `Bearer ${service.refusedKeys.deactivated}`),
    right: 401,
    wrong: 200,
  },
  {
    id: "catalog-public",
    title: "The catalog of events needs no key",
    contradicts: "spec/openapi.yaml#/security",
    parts: () => {
      let catalog = "[]";
      return serving((pipeline) => async (request) => {
        const response = await pipeline(request);
        if (request.pathname !== "/v1/webhooks/events" || request.method !== "GET") return response;
        if (response.status === 200) catalog = response.body;
        return response.status === 401
          ? { ...response, status: 200, contentType: "application/json", body: catalog }
          : response;
      });
    },
    shows: (service) => statusOf(service.ask("GET", "/v1/webhooks/events", { key: null })),
    right: 401,
    wrong: 200,
  },
  {
    id: "options-public",
    title: "OPTIONS on the key check needs no key",
    contradicts: "spec/openapi.yaml#/security",
    parts: () =>
      responding((response, { method }) =>
        method === "OPTIONS" && response.status === 401
          ? { ...response, status: 200, contentType: "application/json", body: '{"account_id":"","message":"OK"}' }
          : null,
      ),
    shows: (service) => statusOf(service.ask("OPTIONS", "/v1/auth", { key: null })),
    right: 401,
    wrong: 200,
  },
  {
    id: "body-before-key",
    title: "A body that is not JSON is refused before the key is looked at",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    parts: () =>
      serving((pipeline) => async (request) => {
        const bytes = request.method === "POST" ? await request.readBody(262_144) : null;
        const response = await pipeline({ ...request, readBody: async () => bytes });
        if (response.status !== 401 || bytes === null || isJson(bytes.toString())) return response;
        const body = JSON.stringify({ message: "Malformed JSON in request body" });
        return { ...response, status: 400, contentType: "application/json", body };
      }),
    shows: (service) => statusOf(service.ask("POST", "/v1/orders/create", { key: null, body: "{" })),
    right: 401,
    wrong: 400,
  },
  {
    id: "unauthorized-403",
    title: "A key that is not accepted returns 403",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/failure/status",
    parts: () => respondingWith({ status: 401 }, { status: 403 }),
    shows: (service) => statusOf(unauthorized(service)),
    right: 401,
    wrong: 403,
  },
  {
    id: "unauthorized-json",
    title: "401 is JSON",
    contradicts: "spec/openapi.yaml#/components/responses/Unauthorized/content",
    parts: () =>
      respondingWith({ status: 401 }, { contentType: "application/json", body: '{"message":"Unauthorized"}' }),
    shows: (service) => headerOf(unauthorized(service), "content-type"),
    right: "text/html; charset=utf-8",
    wrong: "application/json",
  },
  {
    id: "unauthorized-plain",
    title: "401 is sent as text/plain",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/failure/contentType",
    parts: () => respondingWith({ status: 401 }, { contentType: "text/plain; charset=utf-8" }),
    shows: (service) => headerOf(unauthorized(service), "content-type"),
    right: "text/html; charset=utf-8",
    wrong: "text/plain; charset=utf-8",
  },
  {
    id: "unauthorized-reason",
    title: "401 tells what is wrong with the key",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/failure/body",
    parts: () =>
      responding((response, { authorization }) => {
        if (response.status !== 401 || response.body === "") return null;
        return {
          ...response,
          body: authorization === undefined ? "Unauthorized: no key" : "Unauthorized: unknown key",
        };
      }),
    shows: async (service) => (await unauthorized(service)).text,
    right: "Unauthorized",
    wrong: "Unauthorized: no key",
  },
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// Faults in who is let in, and in what those hear who are not.
import { accountOfKey } from "../../../src/storage/queries/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { headerOf, statusOf } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { respondingWith, serving } from "../wraps/responses.ts";

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
    foundBy: ["wrong-refusal", "bad-key-accepted"],
    parts: () => ({ authenticate: (authenticate) => (header) => authenticate(header?.slice(0, 103)) }),
    shows: (service) => authorizedBy(service, `Bearer ${service.account.key}a`),
    right: 401,
    wrong: 200,
  },
  {
    id: "scheme-lower-case",
    title: "The scheme `bearer` is accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    foundBy: ["bad-key-accepted"],
    parts: () => ({
      authenticate: (authenticate) => (header) => authenticate(header?.replace(/^bearer /i, "Bearer ")),
    }),
    shows: (service) => authorizedBy(service, `bearer ${service.account.key}`),
    right: 401,
    wrong: 200,
  },
  {
    id: "key-revoked",
    title: "A revoked key is accepted",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/revocation",
    foundBy: ["wrong-refusal", "bad-key-accepted"],
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
    id: "unauthorized-json",
    title: "401 is JSON",
    contradicts: "spec/openapi.yaml#/components/responses/Unauthorized/content",
    foundBy: ["undeclared-media-type"],
    parts: () =>
      respondingWith({ status: 401 }, { contentType: "application/json", body: '{"message":"Unauthorized"}' }),
    shows: (service) => headerOf(unauthorized(service), "content-type"),
    right: "text/html; charset=utf-8",
    wrong: "application/json",
  },
  {
    id: "body-before-key",
    title: "A body that is not JSON is refused before the key is looked at",
    contradicts: "spec/openapi.yaml#/components/securitySchemes/bearer/description",
    foundBy: ["undeclared-status", "wrong-refusal"],
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
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// Faults of the kind "authentication".
import { accountOfKey } from "../../../src/storage/queries/accounts.ts";
import { subscriptionOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { serving } from "../wraps/responses.ts";

/** The status of a request with this header. */
function authorizedBy(service: FaultyService, authorization: string): Promise<number> {
  return statusOf(service.ask("GET", "/v1/orders/list", { key: null, headers: { Authorization: authorization } }));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const authenticationFaults: readonly Fault[] = faultsOf("authentication", [
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
  {
    id: "secret-of-others-rotated",
    title: "The secret of another account's subscription can be rotated, and is shown",
    contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses/400",
    foundBy: ["foreign-access"],
    parts: () =>
      querying(
        rewritten(subscriptionOfAccount, (db, { id }) =>
          db.selectFrom("subscriptions").selectAll().where("id", "=", id),
        ),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return statusOf(service.ask("POST", `${path}/rotate-secret`, { key: service.other.key }));
    },
    right: 400,
    wrong: 200,
  },
]);

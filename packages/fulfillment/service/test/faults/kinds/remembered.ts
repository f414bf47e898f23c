// Faults that one request causes in the next: a response from what was remembered, or of another caller.
import type { Api } from "../../../src/api/reply.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { place, read, readNew, statusOf } from "../probes.ts";
import { at, changed, fieldsOf } from "../values.ts";
import { handling } from "../wraps/operations.ts";
import { responding, showingOrders } from "../wraps/responses.ts";

export const rememberedFaults: readonly Fault[] = [
  ...faultsOf("response", [
    {
      id: "owner-remembered",
      title: "An order that its account has read once is shown to every account",
      contradicts: "spec/paths/orders.yaml#/order/get/responses/404",
      foundBy: ["foreign-access"],
      parts: () => {
        const owners = new Map<string, string>();
        return handling("getOrder", (handle) => async (request, caller) => {
          const reply = await handle(request, { accountId: owners.get(request.path.orderId) ?? caller.accountId });
          if (reply.status === 200 && !owners.has(request.path.orderId)) {
            owners.set(request.path.orderId, caller.accountId);
          }
          return reply;
        });
      },
      shows: async (service) => {
        const orderId = await place(service);
        await read(service, orderId);
        return await statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
      },
      right: 404,
      wrong: 200,
    },
    {
      id: "recipient-by-email",
      title: "A new order changes the address of the earlier ones to the same e-mail address",
      contradicts: "spec/schemas/order.yaml#/properties/recipient",
      foundBy: ["lost-write", "list-differs", "payload-differs"],
      parts: () => {
        const emails = new Map<unknown, string>();
        const latest = new Map<string | undefined, object>();
        return {
          ...handling("createOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            const { email, street1, city, state, zip: postalCode } = request.body.shipTo;
            const person = `${caller.accountId} ${email}`;
            if (reply.status === 201) emails.set(at(reply.body, "orderId"), person);
            if (reply.status === 201) latest.set(person, { street1, city, state, postalCode });
            return reply;
          }),
          ...showingOrders((shown) =>
            changed(shown, "recipient", (person) => ({ ...fieldsOf(person), ...latest.get(emails.get(shown["id"])) })),
          ),
        };
      },
      shows: async (service) => {
        const orderId = await place(service);
        await place(service, { shipTo: shipTo({ street1: "2 Second Street" }) });
        return at((await read(service, orderId)).body, "recipient", "street1");
      },
      right: "418 Juniper Lane",
      wrong: "2 Second Street",
    },
  ]),
  ...faultsOf("life-cycle", [
    {
      id: "create-deduplicated",
      title: "A second order of a campaign to the same address returns the first, even for other products",
      contradicts: "spec/paths/orders.yaml#/create/post/responses/201/description",
      foundBy: ["lost-write", "wrong-state", "wrong-transition", "wrong-count"],
      parts: () =>
        handling("createOrder", (handle) => {
          const placed = new Map<string, Awaited<ReturnType<Api["createOrder"]>>>();
          return async (request, caller) => {
            const { campaignId, shipTo: to } = request.body;
            const known = `${caller.accountId} ${campaignId} ${JSON.stringify(to)}`;
            const reply = placed.get(known) ?? (await handle(request, caller));
            if (reply.status === 201) placed.set(known, reply);
            return reply;
          };
        }),
      shows: async (service) => {
        await place(service);
        return at(await readNew(service, { products: [{ sku: "TEE", quantity: 2 }] }), "products", 0, "sku");
      },
      right: "TEE",
      wrong: "MUG",
    },
  ]),
  ...faultsOf("authentication", [
    {
      id: "account-by-address",
      title: "The key check names the account that was first seen from the address",
      contradicts: "spec/schemas/auth-check.yaml#/properties/account_id",
      foundBy: ["foreign-access"],
      parts: () => {
        const accounts = new Map<string, unknown>();
        return responding((response, { pathname, client }) => {
          if (pathname !== "/v1/auth" || response.status !== 200 || response.body === "") return null;
          const body: unknown = JSON.parse(response.body);
          const first = accounts.get(client) ?? at(body, "account_id");
          accounts.set(client, first);
          return { ...response, body: JSON.stringify({ ...fieldsOf(body), account_id: first }) };
        });
      },
      shows: async (service) => {
        const from = service.elsewhere;
        await service.ask("GET", "/v1/auth", { from });
        const { body } = await service.ask("GET", "/v1/auth", { from, key: service.other.key });
        return at(body, "account_id") === service.other.id;
      },
      right: true,
      wrong: false,
    },
  ]),
];

// Faults that one request causes in the next: a response from what was remembered, or of another caller.
import type { Api } from "../../../src/api/reply.ts";
import type { Database, Reader, Transaction } from "../../../src/storage/database.ts";
import { activeSubscriptions } from "../../../src/storage/queries/subscriptions.ts";
import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { namesOf, place, read, readNew, statusOf, subscribe } from "../probes.ts";
import { at, changed, fieldsOf } from "../values.ts";
import { handling } from "../wraps/operations.ts";
import { responding, showingOrders } from "../wraps/responses.ts";

/** Which events an active subscription asks for is remembered until it is paused. */
function rememberingEvents(database: Database): Database {
  /** Of each account: lists of events by subscription. */
  const remembered = new Map<unknown, ReadonlyMap<unknown, unknown>>();
  const remembering = ({ all }: Pick<Reader, "all">): Reader["all"] => {
    return async (query, parameters) => {
      const rows = await all(query, parameters);
      if (!Object.is(query, activeSubscriptions)) return rows;
      const accountId = at(parameters, "accountId");
      const known = remembered.get(accountId);
      const events = new Map(rows.map((row) => [at(row, "id"), known?.get(at(row, "id")) ?? at(row, "events")]));
      remembered.set(accountId, events);
      // Of the same columns.
      return rows.map((row) => changed(row, "events", () => events.get(at(row, "id"))) as typeof row);
    };
  };
  const within = (transaction: Transaction): Transaction => ({ ...transaction, all: remembering(transaction) });
  return { ...database, write: (work, options) => database.write((transaction) => work(within(transaction)), options) };
}

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
  ...faultsOf("delivery", [
    {
      id: "events-remembered",
      title: "After its first event, a subscription goes on to receive the events that it asked for then",
      contradicts: "spec/schemas/webhook-changes.yaml#/properties/events",
      foundBy: ["missing-event", "unasked-delivery"],
      parts: () => ({ database: rememberingEvents }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        const orderId = await place(service);
        await subscription.events();
        await service.ask("PUT", subscription.path, { body: { events: ["order.shipped"] } });
        await service.warehouse.move(orderId, "ship");
        return await namesOf(subscription);
      },
      right: ["order.created", "order.shipped"],
      wrong: ["order.created"],
    },
  ]),
];

// What the requirements state beyond the shape of bodies: keys, budget, URLs, signatures, deliveries, states.
import { type Description, type Json, memberOf, objectIn, rootOf, stringsIn } from "../description.ts";

export interface RuleFact {
  readonly fact: string;
  readonly stated: Json;
  described(description: Description): Json;
}

export const rules: readonly RuleFact[] = [
  {
    fact: "every endpoint requires the bearer header",
    stated: [{ bearer: [] }],
    described: (description) => valueAt(description, "openapi.yaml", "security"),
  },
  {
    fact: "the bearer header",
    stated: ["http", "bearer"],
    described: (description) => {
      const scheme = ["components", "securitySchemes", "bearer"];
      return ["type", "scheme"].map((name) => valueAt(description, "openapi.yaml", ...scheme, name));
    },
  },
  {
    fact: "API keys",
    stated: {
      length: 96,
      lengthCheckedFirst: true,
      revocation: "next-request",
      failure: { status: 401, contentType: "text/html; charset=utf-8", body: "Unauthorized" },
    },
    described: (description) =>
      valueAt(description, "openapi.yaml", "components", "securitySchemes", "bearer", "x-waybill-api-key"),
  },
  {
    fact: "the request budget",
    stated: {
      budget: 1000,
      windowSeconds: 24 * 60 * 60,
      window: "sliding",
      // "per client IP (the page subtitle says per key; the body says per IP)": open decision rate-limit-scope.
      scope: "client-ip",
      exceededStatus: 429,
      countsDeliveries: false,
      headers: {
        limit: ["RateLimit-Limit", "X-RateLimit-Limit"],
        remaining: ["RateLimit-Remaining", "X-RateLimit-Remaining"],
        secondsUntilReset: "RateLimit-Reset",
        resetTimestamp: "X-RateLimit-Reset",
      },
    },
    described: (description) => {
      const { openDecisions, ...stated } = objectIn(
        valueAt(description, "openapi.yaml", "info", "x-waybill-rate-limit"),
      );
      return stated;
    },
  },
  {
    fact: "webhook URLs",
    stated: {
      schemes: ["https"],
      forbiddenHosts: ["localhost", "127.0.0.1", "0.0.0.0", "::1"],
      forbiddenNetworks: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"],
      failure: {
        status: 400,
        message: "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.",
      },
    },
    described: (description) => valueAt(description, "schemas/webhook-url.yaml", "x-waybill-url-rules"),
  },
  {
    fact: "each sku must match one of the products, a warehouseId is one of the warehouses, whose alias an order shows",
    stated: [
      { path: "products.*.sku", operation: "listProducts", member: "sku" },
      {
        path: "warehouseId",
        operation: "listWarehouses",
        member: "id",
        shownAs: { path: "warehouse", member: "alias" },
      },
    ],
    described: (description) => valueAt(description, "schemas/new-order.yaml", "x-waybill-references"),
  },
  {
    fact: "a duplicate URL on the account is refused",
    stated: [[{ path: "url", within: "account" }], [{ path: "url", within: "account" }]],
    described: (description) =>
      ["schemas/new-webhook.yaml", "schemas/webhook-changes.yaml"].map((file) =>
        valueAt(description, file, "x-waybill-unique"),
      ),
  },
  {
    fact: "orders, warehouses and subscriptions that are listed are the account's own",
    stated: [{ member: "id" }, { member: "id" }, { member: "id" }],
    described: (description) => [
      valueAt(description, "paths/orders.yaml", "list", "get", "x-waybill-owned"),
      valueAt(description, "paths/orders.yaml", "warehouses", "get", "x-waybill-owned"),
      valueAt(description, "paths/webhooks.yaml", "webhooks", "get", "x-waybill-owned"),
    ],
  },
  {
    fact: "what an order and a subscription are from the start stays",
    stated: [
      ["id", "orderNumber", "orderSource", "orderDate", "campaignId"],
      ["id", "createdAt"],
      ["id", "createdAt"],
    ],
    described: (description) =>
      ["order", "webhook-subscription", "webhook-subscription-with-secret"].map((name) =>
        valueAt(description, `schemas/${name}.yaml`, "x-waybill-immutable"),
      ),
  },
  {
    fact: "the address of a recipient and the URL of a subscription are kept as they were sent",
    stated: [true, true, true, true, true, true, true, true, true],
    described: (description) => [
      ...["firstName", "lastName", "email", "phone", "street1", "city", "state", "zip"].map((name) =>
        valueAt(description, "schemas/ship-to.yaml", "properties", name, "x-waybill-verbatim"),
      ),
      valueAt(description, "schemas/webhook-url.yaml", "x-waybill-verbatim"),
    ],
  },
  {
    fact: "the catalog has every subscribable event",
    stated: { of: "WebhookEventName" },
    described: (description) => valueAt(description, "paths/webhooks.yaml", "events", "get", "x-waybill-catalog"),
  },
  {
    fact: "the members of a test's response",
    stated: { accepted: "success", status: "statusCode", reason: "error" },
    described: (description) => valueAt(description, "paths/webhooks.yaml", "test", "post", "x-waybill-test-result"),
  },
  {
    fact: "an array of errors, one for each failed field, on 400 responses about a body",
    stated: { status: 400, list: "errors", entries: "one-per-field" },
    described: (description) => valueAt(description, "openapi.yaml", "info", "x-waybill-errors", "bodyValidation"),
  },
  {
    fact: "deliveries",
    stated: {
      method: "POST",
      contentType: "application/json",
      timeoutSeconds: 10,
      attempts: 1,
      ordered: false,
      parallel: true,
      mayRepeat: true,
      countsAgainstRateLimit: false,
    },
    described: (description) => valueAt(description, "asyncapi.yaml", "operations", "deliver", "x-waybill-delivery"),
  },
  {
    fact: "the service sends deliveries by POST",
    stated: ["send", "POST"],
    described: (description) => {
      const deliver = ["operations", "deliver"];
      return [
        valueAt(description, "asyncapi.yaml", ...deliver, "action"),
        valueAt(description, "asyncapi.yaml", ...deliver, "bindings", "http", "method"),
      ];
    },
  },
  {
    fact: "signatures",
    stated: {
      algorithm: "HMAC-SHA256",
      key: "subscription-secret",
      signedContent: [{ header: "X-Webhook-Timestamp" }, { literal: "." }, { body: "raw" }],
      header: "X-Webhook-Signature",
      prefix: "sha256=",
      encoding: "lowercase-hex",
      comparison: "constant-time",
      tolerance: { seconds: 5 * 60, enforcedBy: "receiver", required: false },
    },
    described: (description) =>
      valueAt(description, "asyncapi.yaml", "components", "securitySchemes", "signature", "x-waybill-signature"),
  },
  {
    fact: "the security of deliveries is the signature header",
    stated: ["httpApiKey", "X-Webhook-Signature", "header", "#/components/securitySchemes/signature"],
    described: (description) => {
      const scheme = objectIn(valueAt(description, "asyncapi.yaml", "components", "securitySchemes", "signature"));
      const security = rootOf(description, "asyncapi.yaml");
      const used = objectIn(memberOf(description, security, "operations", "deliver")?.value)["security"];
      const [first = null] = Array.isArray(used) ? used : [];
      return [scheme["type"] ?? null, scheme["name"] ?? null, scheme["in"] ?? null, objectIn(first)["$ref"] ?? null];
    },
  },
  {
    fact: "the states of an order, and what the requirements leave open about them",
    stated: [
      "status: (none) -> AWAITING_SHIPMENT by createOrder, order.created, 201, orderSource EXTERNAL; if: The body is valid.",
      "status: (none) -> AWAITING_SHIPMENT by others, order.created; open: to",
      "status: AWAITING_SHIPMENT -> CANCELLED by cancelOrder, order.cancelled, 201 Order cancelled successfully; if: The order belongs to the account.; changes allocationStatus ALLOCATED -> RESTOCKED",
      "status: AWAITING_SHIPMENT -> SHIPPED by others, order.shipped; open: from; changes shipDate, trackingNumber, carrierCode, estimatedDelivery, lastTrackingUpdate, deliveryLocation, deliveryDescription",
      "status: SHIPPED -> DELIVERED by others, order.delivered; open: from; changes deliveredAt, estimatedDelivery, lastTrackingUpdate, deliveryLocation, deliveryDescription",
      "status: SHIPPED, DELIVERED -> RETURNED by others, order.returned; open: from; changes allocationStatus ALLOCATED -> RESTOCKED, estimatedDelivery, lastTrackingUpdate, deliveryLocation, deliveryDescription",
      "status: CANCELLED, SHIPPED, DELIVERED stay by cancelOrder, 400",
      "status: RETURNED stay by cancelOrder, 400; open: from, response",
      "status: AWAITING_SHIPMENT, CANCELLED without shipDate, deliveredAt",
      "status: SHIPPED without deliveredAt",
      "status: AWAITING_SHIPMENT, SHIPPED, DELIVERED with allocationStatus UNALLOCATED, ALLOCATED, null",
      "status: CANCELLED, RETURNED with allocationStatus UNALLOCATED, RESTOCKED, null",
    ],
    described: (description) => statesIn(description, "schemas/order-status.yaml"),
  },
  {
    fact: "the states of a subscription",
    stated: [
      "active: (none) -> true by createWebhook, 201",
      "active: true -> false by updateWebhook, 200",
      "active: false -> true by updateWebhook, 200",
      "active: true, false -> (none) by deleteWebhook, 200 Webhook deleted successfully",
      "active: true -> true by testWebhook, webhook.test, 200",
      "active: false stay by testWebhook, 400; open: response",
    ],
    described: (description) => statesIn(description, "schemas/webhook-subscription.yaml"),
  },
];

function statesIn(description: Description, file: string): string[] {
  const machine = objectIn(valueAt(description, file, "x-waybill-state-machine"));
  const moves = ["transitions", "refusals"].flatMap((list) => {
    const entries = machine[list];
    return Array.isArray(entries) ? entries.map(objectIn) : [];
  });
  const { holds } = machine;
  const held = (Array.isArray(holds) ? holds.map(objectIn) : []).map(({ in: states, empty, values }) => {
    const stated = Object.entries(objectIn(values)).map(
      ([name, value]) => `with ${name} ${stateWords([value].flat().map(String))}`,
    );
    const all = empty === undefined ? stated : [`without ${stateWords(empty)}`, ...stated];
    return `${stateWords(machine["property"])}: ${stateWords(states)} ${all.join(", ")}`;
  });
  const moved = moves.map(({ from, to, trigger, condition, event, response, assumed, sets, changes }) => {
    const { status, message } = objectIn(response);
    const way = to === undefined ? "stay" : `-> ${stateWords(to)}`;
    const by = objectIn(trigger)["operation"] ?? (objectIn(trigger)["outside"] === undefined ? "nobody" : "others");
    const values = Object.entries(objectIn(sets)).map(([name, value]) => `${name} ${stateWords(value)}`);
    const results = [
      by,
      event,
      status === undefined ? undefined : [status, message].filter(isGiven).join(" "),
      ...values,
    ];
    const open = assumed === undefined ? "" : `; open: ${stringsIn(assumed).join(", ")}`;
    const changed = changes === undefined ? "" : `; changes ${[changes].flat().map(changeWords).join(", ")}`;
    const only = condition === undefined ? "" : `; if: ${condition}`;
    return `${stateWords(machine["property"])}: ${stateWords(from)} ${way} by ${results.filter(isGiven).join(", ")}${only}${open}${changed}`;
  });
  return [...moved, ...held];
}

function changeWords(change: Json): string {
  const { member, from, to } = objectIn(change);
  return member === undefined ? String(change) : `${member} ${stateWords(from)} -> ${stateWords(to)}`;
}

/** A missing state is not the state that is `null`: before creation or after deletion. */
function stateWords(state: Json | undefined): string {
  if (state === undefined) return "?";
  return state === null ? "(none)" : (Array.isArray(state) ? state : [state]).join(", ");
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined;
}

function valueAt(description: Description, file: string, ...path: readonly string[]): Json {
  return memberOf(description, rootOf(description, file), ...path)?.value ?? null;
}

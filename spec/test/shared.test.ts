// What both documents speak of is the same thing in both; and in a copy with one thing broken it is not.

import { changed, spec, verify } from "./broken-copies.ts";
import { checkEventNames, checkNamedHeaders, checkOrderEvents, checkRefusals } from "./check-shared.ts";
import { brokenText } from "./description.ts";

verify("an order event tells of an order what the order does", checkOrderEvents, {
  "another type": {
    broken: changed("schemas/order-event-data.yaml", ["properties", "shipDate"], (it) => delete it["format"]),
    problem: "schemas/order-event-data.yaml: shipDate is not as in schemas/order.yaml",
  },
});

verify("a message, its payload and its headers have one name", checkEventNames, {
  "a payload of another name": {
    broken: brokenText(spec, "schemas/order-shipped-event.yaml", (text) => text.replace("order.shipped", "order.sent")),
    problem: "orderShipped: event is not order.shipped",
  },
});

verify("headers that extensions name are described", checkNamedHeaders, {
  "a rate-limit header under another name": {
    broken: brokenText(spec, "openapi.yaml", (text) =>
      text.replace("secondsUntilReset: RateLimit-Reset", "secondsUntilReset: Reset"),
    ),
    problem: "x-waybill-rate-limit: no header is called Reset",
  },
});

verify("refusals are what extensions say they are", checkRefusals, {
  "another text for a bad key": {
    broken: brokenText(spec, "openapi.yaml", (text) =>
      text.replace("          body: Unauthorized", "          body: Forbidden"),
    ),
    problem: "checkAuth does not respond to a bad key as x-waybill-api-key says",
  },
});

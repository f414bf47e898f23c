// `node alone.mjs URL KEY`: one call with the client, in a folder that has nothing else.
import { createSend, listOrders } from "@fulfillment/client";

const [baseUrl, apiKey] = process.argv.slice(2);
const orders = await listOrders(createSend({ apiKey, baseUrl }), { limit: 1 });
if (!Array.isArray(orders)) throw new Error("not so: the client returns an array of orders");
console.log("1 step");

// `pnpm start`: the service on SQLite with a demo account, its portal, and the docs beside it, and a receiver that shows each delivery it
// gets, until Ctrl-C.
import { parseArgs } from "node:util";
import { demoAccount, orderBody, subscribe } from "../harness/account.ts";
import { serve } from "../harness/fulfillment.ts";
import { type Delivery, startReceiver } from "../harness/receiver.ts";
import { ownDocs } from "./docs.ts";
import { buildPortal, demoUser } from "./portal.ts";

const { "metrics-port": metrics, ...values } = flags();
const storage = ["--data", values.data];
const options = ["--port", values.port, "--log-level", "warn", "--allow-private-webhook-targets"];
const portal = ["--portal-port", values["portal-port"], ...(metrics === undefined ? [] : ["--metrics-port", metrics])];
const hasPages = await buildPortal();
const docs = ownDocs();
const service = await serve([...storage, ...options, ...portal, "--docs", docs.directory], "inherit").catch(() => {
  // It has printed why.
  process.exit(1);
});
const account = await demoAccount(service.url, values.data);
const user = await demoUser(values.data);
const receiver = await startReceiver(show);
receiver.secret = await subscribe(service.url, account, receiver.url);

// Responses end without a line break, and the prompt would follow on the same line.
const key = `-w '\\n' -H 'Authorization: Bearer ${account.apiKey}'`;
const body = JSON.stringify(orderBody(account));
console.log(`
The service listens on ${service.url}, with the account "demo" and its data in ${values.data}.
${docs.building === null ? `The docs are at ${service.url}/` : `The docs are being built, which takes a minute: ${service.url}/ waits for them.`}
The customer portal is at http://127.0.0.1:${values["portal-port"]}/${hasPages ? "" : " (only its API: the pages could not be built)"}
Sign in as ${user.email} with the password ${user.password}
Deliveries go to ${receiver.url} and are shown here.

API key${account.isNew ? "" : " (of the first start)"}:
${account.apiKey}

Check the key:
curl ${key} ${service.url}/v1/auth

Place an order:
curl ${key} -H 'Content-Type: application/json' ${service.url}/v1/orders/create -d '${body}'

List the orders:
curl ${key} ${service.url}/v1/orders/list

Send the receiver an event without an order:
npx -y pnpm@12 -s fulfillment webhooks send order.shipped --to ${receiver.url} --secret ${receiver.secret}

Ctrl-C stops the service.
`);

void docs.building?.then((isThere) => {
  console.log(
    isThere ? `The docs are built: ${service.url}/\n` : "There are no docs: `npx -y pnpm@12 run docs` says why.\n",
  );
});

process.once("SIGINT", stop);
process.once("SIGTERM", stop);

function flags(): { port: string; "portal-port": string; "metrics-port"?: string; data: string } {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "8080" },
        "portal-port": { type: "string", default: "8081" },
        "metrics-port": { type: "string" },
        data: { type: "string", default: ".fulfillment" },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function show(delivery: Delivery): void {
  if ("event" in delivery)
    console.log(`verified  ${delivery.event.event}\n${JSON.stringify(delivery.event, null, 2)}\n`);
  else console.log(`NOT VERIFIED  ${String(delivery.error)}\n`);
}

function stop(): void {
  receiver.close();
  docs.stop();
  void service.stop().then(() => process.exit(0));
}

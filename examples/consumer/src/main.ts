// `npm start`: the environment -> the app, listening. `npm start subscribe https://…/hook` prints the secret to start it with.
import { connect } from "./api.ts";
import { createApp } from "./app.ts";
import { GiftLedger } from "./gift-ledger.ts";
import { events } from "./receiver.ts";
import { reconcile } from "./reconcile.ts";

const api = connect({ baseUrl: setting("FULFILLMENT_URL"), apiKey: setting("FULFILLMENT_API_KEY") });
const [command, url = ""] = process.argv.slice(2);

if (command === "subscribe") {
  const response = await api.createWebhook({ body: { url, events: [...events] } });
  if (response.status === 201) console.log(`WEBHOOK_SECRET=${response.body.secret}`);
  else console.error(response.status, response.body);
} else {
  const secret = setting("WEBHOOK_SECRET");
  const ledger = new GiftLedger();
  const shop = { api, campaignId: setting("FULFILLMENT_CAMPAIGN"), ledger, secret: () => secret };
  const port = Number(process.env["PORT"] ?? 4000);
  createApp(shop).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/gifts`));
  setInterval(() => reconcile(api, ledger).catch(console.error), 3_600_000);
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`set the environment variable ${name}`);
  return value;
}

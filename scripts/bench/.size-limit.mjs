// `pnpm check size`: what an import of the client and of the webhook kit adds to a bundle, and what the portal loads. The client brings no package along: its limits leave no room for one.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const [portal, built] = [join(root, "packages/fulfillment/portal"), join(root, ".reports/portal")];
const build = ["build", "--outDir", built, "--emptyOutDir", "--logLevel", "error"];
execFileSync(process.execPath, [join(portal, "node_modules/vite/bin/vite.js"), ...build], { cwd: portal });

const client = { path: join(root, "packages/fulfillment/client/src/index.ts"), gzip: true };
const webhooks = {
  path: join(root, "packages/fulfillment/webhooks/src/index.ts"),
  import: "{ verifyWebhook }",
  gzip: true,
};

export default [
  { name: "client: one operation", ...client, import: "{ createSend, getOrder }", limit: "2.75 kB" },
  { name: "client: a create", ...client, import: "{ createSend, createOrder }" },
  { name: "client: one operation with retries", ...client, import: "{ createSend, getOrder, withRetries }" },
  { name: "client: all operations", ...client, import: "{ FulfillmentClient }", limit: "6 kB" },
  { name: "client: every export", ...client, import: "*", limit: "13.5 kB" },
  { name: "webhook kit, without Zod", ...webhooks, ignore: ["zod"], limit: "6.9 kB" },
  { name: "webhook kit, with Zod", ...webhooks, limit: "35 kB" },
  { name: "portal: what its page loads at once", ...portalScripts(namedIn("index.html")), limit: "105 kB" },
  {
    name: "portal: what a recipient's page loads at once",
    ...portalScripts(namedIn("recipient.html")),
    limit: "105 kB",
  },
  { name: "portal: every script", ...portalScripts([join(built, "assets/*.js")]), limit: "230 kB" },
];

function namedIn(page) {
  const html = readFileSync(join(built, page), "utf8");
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, name]) => join(built, name));
}

/** As they are: they have been bundled. */
function portalScripts(path) {
  return { path, gzip: true, modifyEsbuildConfig: (config) => ({ ...config, bundle: false }) };
}

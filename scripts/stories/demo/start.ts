// `pnpm start`: the service on SQLite with a demo account, its portal, and the docs beside it, and a receiver that shows each delivery it
// gets, until Ctrl-C.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { demoAccount, orderBody, subscribe } from "../harness/account.ts";
import { fulfillment, serve } from "../harness/fulfillment.ts";
import { type Delivery, startReceiver } from "../harness/receiver.ts";

const root = join(import.meta.dirname, "../../..");
const pages = join(root, "packages/fulfillment/portal");
const stored = z.object({ email: z.string(), password: z.string() });
/** Served until the docs are there; the policy of the service allows no inline style and no inline script. */
const waitingPage = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Building the docs</title></head>
<body><h1>The docs are being built</h1><p>This takes a minute. The page reloads until they are there.</p></body>
</html>
`;

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

interface Docs {
  readonly directory: string;
  /** Resolves with whether the build succeeded; `null`: they existed before. */
  readonly building: Promise<boolean> | null;
  /** Ends a build that is under way. */
  stop(): void;
}

/** What `pnpm run docs` builds: at once when it exists, otherwise in the background, with a page that waits. */
function ownDocs(): Docs {
  const directory = join(root, "docs/dist");
  const page = join(directory, "index.html");
  const isThere = (): boolean => existsSync(page) && readFileSync(page, "utf8") !== waitingPage;
  if (isThere()) return { directory, building: null, stop: () => {} };
  mkdirSync(directory, { recursive: true });
  writeFileSync(page, waitingPage);
  const build = spawn(process.execPath, ["docs/build/main.ts"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const building = once(build, "exit").then(
    ([code]) => code === 0 && isThere(),
    () => false,
  );
  return { directory, building, stop: () => void build.kill() };
}

/** Builds the pages unless that was done since they changed: some seconds. `false`: they cannot be built, and standard error says why. */
async function buildPortal(): Promise<boolean> {
  if (isBuilt()) return true;
  const vite = join(pages, "node_modules/vite/bin/vite.js");
  try {
    await promisify(execFile)(process.execPath, [vite, "build"], { cwd: pages });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/** Whether the pages were built since one of their files was written: the service and its pages go together. */
function isBuilt(): boolean {
  const built = statSync(join(pages, "dist/index.html"), { throwIfNoEntry: false });
  if (built === undefined) return false;
  const sources = readdirSync(pages, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!["public", "src"].includes(entry.name)) return [];
    return readdirSync(join(pages, entry.name), { recursive: true, encoding: "utf8" }).map((name) =>
      join(entry.name, name),
    );
  });
  return sources.every((source) => statSync(join(pages, source)).mtimeMs <= built.mtimeMs);
}

interface DemoUser {
  readonly email: string;
  readonly password: string;
}

/**
 * The owner of the demo account. Passwords cannot be read again, so that of the first start is in a file of its own beside the
 * data; where that file is gone, the user gets another password.
 */
async function demoUser(data: string): Promise<DemoUser> {
  const file = join(data, "demo-user.json");
  const before = existsSync(file) ? stored.safeParse(JSON.parse(readFileSync(file, "utf8"))).data : undefined;
  if (before !== undefined) return before;
  const email = "demo@portal.example";
  const storage = ["--data", data];
  const owner = ["--account", "demo", "--email", email, "--name", "Demo Owner", "--role", "owner"];
  const printed = await fulfillment("users", "create", ...owner, ...storage).catch(() =>
    fulfillment("users", "password", email, ...storage),
  );
  const user = stored.parse(JSON.parse(printed));
  writeFileSync(file, `${JSON.stringify(user, null, 2)}\n`, { mode: 0o600 });
  return user;
}

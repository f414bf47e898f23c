// `pnpm start`: the service on SQLite with a demo account, its portal, the docs beside it, and a receiver, with a line for each delivery,
// until Ctrl-C.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { demoAccount, orderBody, subscribe } from "../harness/account.ts";
import { fulfillment, serve } from "../harness/fulfillment.ts";
import { startReceiver } from "../harness/receiver.ts";

const root = join(import.meta.dirname, "../../..");
const pages = join(root, "packages/fulfillment/portal");
const stored = z.object({ email: z.string(), password: z.string() });
/** A line of the service's log. */
const logged = z.looseObject({ level: z.number().default(50), msg: z.string().default("") });
/** Served until the docs are there; the policy of the service allows no inline style and no inline script. */
const waitingPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Building the docs</title>
<h1>The docs are being built</h1><p>This takes a minute. The page reloads until they are there.</p></html>`;

const values = flags();
const storage = ["--data", values.data];
const options = ["--port", values.port, "--log-level", "info", "--allow-private-webhook-targets"];
const after = (more: number): string => `${Number(values.port) + more}`;
const portalPort = values["portal-port"] ?? after(1);
const portal = ["--portal-port", portalPort, "--metrics-port", values["metrics-port"] ?? after(2)];
const hasPages = await buildPortal();
const docs = ownDocs();
const service = await serve([...storage, ...options, ...portal, "--docs", docs.directory], show).catch(() => {
  // It has printed why.
  process.exit(1);
});
const account = await demoAccount(service.url, values.data);
const user = await demoUser();
const receiver = await startReceiver();
receiver.secret = await subscribe(service.url, account, receiver.url);

// Responses end without a line break, and the prompt would follow on the same line.
const key = `-w '\\n' -H 'Authorization: Bearer ${account.apiKey}'`;
const body = JSON.stringify(orderBody(account));
console.log(`
The service listens on ${service.url}, with the account "demo" and its data in ${values.data}.
${docs.building === null ? `The docs are at ${service.url}/` : `The docs are being built, which takes a minute: ${service.url}/ waits for them.`}
The customer portal is at http://127.0.0.1:${portalPort}/${hasPages ? "" : " (only its API: the pages could not be built)"}
Sign in as ${user.email} with the password ${user.password}
A receiver listens on ${receiver.url}; each delivery, to any receiver, is a line here.

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

void docs.building?.then((isThere) =>
  console.log(
    isThere ? `The docs are built: ${service.url}/\n` : "There are no docs: `npx -y pnpm@12 run docs` says why.\n",
  ),
);

process.once("SIGINT", stop);
process.once("SIGTERM", stop);

function flags(): { port: string; "portal-port"?: string; "metrics-port"?: string; data: string } {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "8080" },
        "portal-port": { type: "string" },
        "metrics-port": { type: "string" },
        data: { type: "string", default: ".fulfillment" },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Of the log of the service: deliveries in short, and all that warns. */
function show(line: string): void {
  const { level, msg, event, subscriptionId, reason, status } = logged.parse(
    line.startsWith("{") ? JSON.parse(line) : {},
  );
  const outcome = `${reason ?? `status ${status}`}${level > 30 ? "; attempted once, and not again" : ""}`;
  if (msg.startsWith("delivery ")) console.log(`${msg}: ${event} to ${subscriptionId}, ${outcome}`);
  else if (level > 30) console.error(level === 40 ? `warning: ${msg}` : line);
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
  // The service and what is called meanwhile come first.
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_LOW);
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

/** The owner of the demo account. The password of the first start is in a file beside the data; without it, there is a new one. */
async function demoUser(): Promise<z.infer<typeof stored>> {
  const file = join(values.data, "demo-user.json");
  const before = existsSync(file) ? stored.safeParse(JSON.parse(readFileSync(file, "utf8"))).data : undefined;
  if (before !== undefined) return before;
  const email = "demo@portal.example";
  const owner = ["--account", "demo", "--email", email, "--name", "Demo Owner", "--role", "owner"];
  const printed = await fulfillment("users", "create", ...owner, ...storage).catch(() =>
    fulfillment("users", "password", email, ...storage),
  );
  const user = stored.parse(JSON.parse(printed));
  writeFileSync(file, `${JSON.stringify(user, null, 2)}\n`, { mode: 0o600 });
  return user;
}

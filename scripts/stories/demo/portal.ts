// A folder of data -> the pages of the portal, built, and someone who can sign in there.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { fulfillment } from "../harness/fulfillment.ts";

const pages = join(import.meta.dirname, "../../../packages/fulfillment/portal");

/** Builds the pages unless that was done since they changed: some seconds. `false`: they cannot be built, and standard error says why. */
export async function buildPortal(): Promise<boolean> {
  if (isBuilt(pages)) return true;
  const vite = join(pages, "node_modules/vite/bin/vite.js");
  try {
    await promisify(execFile)(process.execPath, [vite, "build"], { cwd: pages });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/** Whether the pages in this folder were built since one of their files was written: the service and its pages go together. */
export function isBuilt(folder: string): boolean {
  const built = statSync(join(folder, "dist/index.html"), { throwIfNoEntry: false });
  if (built === undefined) return false;
  const sources = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!["public", "src"].includes(entry.name)) return [];
    return readdirSync(join(folder, entry.name), { recursive: true, encoding: "utf8" }).map((name) =>
      join(entry.name, name),
    );
  });
  return sources.every((source) => statSync(join(folder, source)).mtimeMs <= built.mtimeMs);
}

export interface DemoUser {
  readonly email: string;
  readonly password: string;
}

const stored = z.object({ email: z.string(), password: z.string() });

/**
 * The owner of the demo account. Passwords cannot be read again, so that of the first start is in a file of its own beside the
 * data; where that file is gone, the user gets another password.
 */
export async function demoUser(data: string): Promise<DemoUser> {
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

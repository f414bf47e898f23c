// A claim -> what its run did, beside what it should have done.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ran } from "../../generators/test/cli/in-process.ts";
import { type Account, seed } from "../../scripts/stories/harness/account.ts";
import { localOptions, serve } from "../../scripts/stories/harness/fulfillment.ts";
import type { RunningServer } from "../../scripts/testing/programs.ts";
import { type Claim, type CommandClaim, folder, type ServiceClaim } from "./claims.ts";

export interface DemoService extends RunningServer {
  readonly account: Account;
}

/** As customers meet it: deliveries to this machine are not allowed. */
export async function demoService(): Promise<DemoService> {
  const storage = ["--data", newFolder()];
  const account = await seed("claims", storage);
  const options = localOptions.filter((option) => !option.startsWith("--allow"));
  return { ...(await serve([...storage, ...options], "ignore")), account };
}

/** Empty where the claim is true. */
export async function faultsOfCommand(claim: CommandClaim): Promise<string[]> {
  const cwd = newFolder();
  for (const [file, text] of Object.entries({ ...folder, ...claim.files })) {
    mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    writeFileSync(path.join(cwd, file), text);
  }
  let last = { code: 0, text: "" };
  for (const command of claim.run) last = await ran(cwd, ...command.split(" "));
  const { code = 0, prints = /^/, writes = [] } = claim;
  return [
    ...unsaid(claim),
    ...(last.code === code ? [] : [`it exits with ${last.code}, not ${code}: ${last.text}`]),
    ...(prints.test(last.text) ? [] : [`it prints ${last.text}`]),
    ...writes.filter((file) => !existsSync(path.join(cwd, file))).map((file) => `it does not write ${file}`),
  ];
}

/** Empty where the claim is true. */
export async function faultsOfService(claim: ServiceClaim, { url, account }: DemoService): Promise<string[]> {
  const [method = "", target = ""] = claim.request.split(" ");
  // A POST without a body of its own sends JSON that ends too soon.
  const body = claim.body === undefined ? (method === "POST" ? "{" : null) : JSON.stringify(claim.body);
  const type = body === null ? {} : { "Content-Type": "application/json" };
  const headers = { Authorization: `Bearer ${claim.key ?? account.apiKey}`, ...type };
  const response = await fetch(`${url}${target}`, { method, headers, body });
  const text = await response.text();
  const { responds = /^/, headers: expected = [] } = claim;
  return [
    ...unsaid(claim),
    ...(response.status === claim.status ? [] : [`the status is ${response.status}, not ${claim.status}: ${text}`]),
    ...(responds.test(text) ? [] : [`the response is ${text}`]),
    ...expected
      .filter((name) => response.headers.has(name.replace(/^-/, "")) === name.startsWith("-"))
      .map((name) => `of the headers, ${name} is not as it should be`),
  ];
}

function unsaid({ file, says }: Claim): string[] {
  const text = readFileSync(path.join(import.meta.dirname, "../..", file), "utf8").replaceAll(/\s+/g, " ");
  return text.includes(says) ? [] : [`${file} does not say it`];
}

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "claims-"));
}

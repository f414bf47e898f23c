// The largest and the worst requests -> the longest pause of the event loop of `waybill mock` while it serves them.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { type MonitoredProgram, startMonitored } from "../../../scripts/testing/monitored-program.ts";

export interface Pause {
  readonly input: string;
  readonly milliseconds: number;
  readonly memory: number;
  /** Of the responses. */
  readonly statuses: string;
}

const waybill = path.join(import.meta.dirname, "../../bin/waybill.js");

const description = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /texts: { post: { operationId: texts, requestBody: { content: { application/json: { schema: {
    type: object, additionalProperties: { type: string, pattern: "^(a|a)*$" } } } } }, responses: { "200": { description: OK } } } }
  /lists: { post: { operationId: lists, requestBody: { content: { application/json: { schema: {
    type: array, uniqueItems: true, items: {} } } } }, responses: { "200": { description: OK } } } }
  /trees: { post: { operationId: trees, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } },
    responses: { "200": { description: OK } } } }
  /choices: { post: { operationId: choices, requestBody: { content: { application/json: { schema: {
    type: array, items: { oneOf: [${Array.from({ length: 40 }, (_, at) => `{ type: object, required: [m${at}], properties: { m${at}: { type: string } } }`).join(", ")}] } } } } },
    responses: { "200": { description: OK } } } }
components: { schemas: { Tree: { type: object, properties: { next: { $ref: "#/components/schemas/Tree" } } } } }
`;

/** Path and body; `size`: about how many characters the body has. */
const bodies: Readonly<Record<string, (size: number) => readonly [path: string, body: string]>> = {
  "texts that nearly match": (size) => [
    "/texts",
    JSON.stringify(Object.fromEntries(numbers(size / 80).map((at) => [at, `${"a".repeat(60)}!`]))),
  ],
  "one text that nearly matches": (size) => ["/texts", JSON.stringify({ a: `${"a".repeat(size)}!` })],
  "many different items": (size) => ["/lists", JSON.stringify(numbers(size / 12).map((a) => ({ a })))],
  "a deep tree": (size) => ["/trees", `${'{"next":'.repeat(size / 10)}{}${"}".repeat(size / 10)}`],
  "items that match no choice": (size) => [
    "/choices",
    JSON.stringify(numbers(size / 10).map((at) => ({ x: at % 10 }))),
  ],
  "no JSON": (size) => ["/lists", "[".repeat(size)],
};

const numbers = (size: number): number[] => Array.from({ length: Math.floor(size) }, (_, at) => at);

export async function pausesOfMock(size: number): Promise<Pause[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "mock-"));
  writeFileSync(path.join(folder, "openapi.yaml"), description);
  const mock = startMonitored(waybill, ["mock", "openapi.yaml", "--port", "0"], { cwd: folder, env: process.env });
  try {
    const address = await addressOf(mock);
    const pauses: Pause[] = [];
    for (const [input, bodyOf] of Object.entries(bodies)) {
      const [to, body] = bodyOf(size);
      await posted(`${address}${to}`, "{}");
      await mock.figures();
      const statuses = await Promise.all([body, body, "{}"].map((each) => posted(`${address}${to}`, each)));
      const { longestPause, memory } = await mock.figures();
      pauses.push({ input, milliseconds: longestPause, memory, statuses: statuses.join(" ") });
    }
    return pauses;
  } finally {
    mock.child.kill();
    await once(mock.child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The status; 0 where the server closes the connection. */
async function posted(url: string, body: string): Promise<number> {
  try {
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

async function addressOf({ child }: MonitoredProgram): Promise<string> {
  child.stderr?.resume();
  if (child.stdout === null) throw new Error("the mock server has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("the mock server did not start");
}

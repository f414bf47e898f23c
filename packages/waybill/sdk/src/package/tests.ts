// The operations of a package -> tests that call each of them, against a mock server of the description.
import type { CalledOperation, PackageFacts } from "./facts.ts";
import { keyText } from "./readme.ts";
import type { PackageFile } from "./record.ts";

export function testFiles(facts: PackageFacts): PackageFile[] {
  return [
    { path: "test/operations.gen.test.ts", text: operationsText(facts), owner: "tool" },
    { path: "test/client.gen.test.ts", text: clientText(facts), owner: "tool" },
    { path: "test/mock.gen.ts", text: `${mockText}${credentialsText(facts)}`, owner: "tool" },
  ];
}

const head = "// Written by waybill sdk. Do not edit: run `waybill sdk update`.";

function operationsText({ names, groups }: PackageFacts): string {
  const all = groups.flatMap(({ operations }) => operations);
  const hasSchemes = names.schemes.length > 0;
  return `${head}
// Every operation is called once: the mock server validates the request, and the response is as described.
import { after, before, test } from "node:test";
import { type Client, createClient, type PatientCallOptions, ${names.send} } from "../src/index.ts";
import { ${hasSchemes ? "credentials, " : ""}expectSuccess, type Mock, startMock } from "./mock.gen.ts";

let mock: Mock;
let client: Client<PatientCallOptions>;
before(async () => {
  mock = await startMock();
  client = createClient(${names.send}({ baseUrl: mock.address${hasSchemes ? ", credentials" : ""}, retries: 0 }));
});
after(() => mock.stop());

${all.map(testOf).join("\n")}`;
}

function testOf({ method, request }: CalledOperation): string {
  const title = JSON.stringify(method);
  if ("reason" in request) return `test(${title}, { skip: ${JSON.stringify(request.reason)} }, () => {});\n`;
  const call = `client.${method}(${request.value})`;
  return `test(${title}, (t) => expectSuccess(t, () => ${call}));\n`;
}

function clientText({ names, groups, options }: PackageFacts): string {
  const all = groups.flatMap(({ operations }) => operations);
  const called = all.find(({ operation, request }) => "value" in request && operation.method === "get") ?? all[0];
  if (called === undefined) return `${head}\nexport {};\n`;
  const variables = names.schemes.flatMap((scheme) => scheme.names);
  const value = "value" in called.request ? called.request.value : "";
  const id = options.requestIds[0];
  return `${head}
// What the package adds to calls: the environment, the user agent, logs without secrets, request ids.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ${names.create}, requestIdOf, userAgent } from "../src/index.ts";

const secret = "secret-of-a-test";

test("credentials and the address come from the environment, and logs have no secret", async () => {
  const before = { ...process.env };
  const lines: string[] = [];
  const requests: Request[] = [];
  Object.assign(process.env, { ${[names.baseUrl, names.log, ...variables]
    .map(
      (name) =>
        `${name}: ${name === names.baseUrl ? '"http://127.0.0.1:9"' : name === names.log ? '"debug"' : "secret"}`,
    )
    .join(", ")} });
  try {
    const client = ${names.create}({
      retries: 0,
      logger: (line) => lines.push(line),
      fetch: async (url, init) => {
        requests.push(new Request(url, init));
        return new Response("teapot", { status: 418${id === undefined ? "" : `, headers: { ${JSON.stringify(id)}: "request-7" }`} });
      },
    });
    const error = await client.${called.method}(${value}).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const [request] = requests;
    assert.ok(request !== undefined, String(error));
    assert.ok(request.url.startsWith("http://127.0.0.1:9/"), request.url);
    if (userAgent !== null) assert.equal(request.headers.get("user-agent"), userAgent);
    assert.equal(lines.length, 2);
    assert.ok(!lines.join("\\n").includes(secret), lines.join("\\n"));
    assert.equal(requestIdOf(error), ${id === undefined ? "null" : '"request-7"'});
  } finally {
    process.env = before;
  }
});
`;
}

const mockText = `${head}
// A mock server of the description, which validates requests, and what tests expect of a call.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";

export interface Mock {
  readonly address: string;
  readonly stop: () => void;
}

export async function startMock(): Promise<Mock> {
  const manifest = createRequire(import.meta.url).resolve("waybill/package.json");
  const { bin } = createRequire(import.meta.url)("waybill/package.json") as { readonly bin: { readonly waybill: string } };
  const program = join(dirname(manifest), bin.waybill);
  const root = join(import.meta.dirname, "..");
  const server = spawn(process.execPath, [program, "mock", "--port", "0", "--json"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const { listening } = JSON.parse(line) as { readonly listening?: string };
    if (listening !== undefined) {
      server.stdout.resume();
      return { address: listening, stop: () => void server.kill() };
    }
  }
  throw new Error("waybill mock ended before it listened");
}

/** Skips what the mock server has no sample of, which it states with 501. */
export async function expectSuccess(
  t: TestContext,
  call: () => Promise<{ readonly status: number; readonly body?: unknown }>,
): Promise<void> {
  let result: { readonly status: number; readonly body?: unknown };
  try {
    result = await call();
  } catch (error) {
    if (Object(error).status !== 501) throw error;
    return t.skip(String(Object(error).body));
  }
  if (result.status >= 400) throw new Error(\`\${result.status} \${JSON.stringify(result.body)}\`);
  const { body } = result;
  if (typeof body === "object" && body !== null && Symbol.asyncIterator in body) {
    for await (const _ of body as AsyncIterable<unknown>) break;
  }
}
`;

/** `credentials` of tests: a value for every scheme. */
function credentialsText({ names }: PackageFacts): string {
  if (names.schemes.length === 0) return "";
  const members = names.schemes.map(({ scheme, names: variables }) => {
    const value =
      scheme.type === "mutualTLS"
        ? "true"
        : variables.length === 2
          ? '{ username: "test", password: "test" }'
          : '"test"';
    return `${keyText(scheme.name)}: ${value}`;
  });
  return `\nexport const credentials = { ${members.join(", ")} } as const;\n`;
}

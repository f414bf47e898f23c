// The facts of a package -> its README, and its examples: the code of the README as programs that are compiled.
import type { SecurityScheme } from "waybill/plugin";
import { addressOf } from "../names.ts";
import type { CalledOperation, PackageFacts } from "./facts.ts";
import type { PackageFile } from "./record.ts";
import { asMarkdown, firstParagraph, routeOf } from "./reference.ts";

export function readmeFiles(facts: PackageFacts): PackageFile[] {
  const examples = examplesOf(facts);
  const files = examples.map(({ name, text }): PackageFile => ({ path: `examples/${name}.ts`, text, owner: "yours" }));
  return [{ path: "README.md", text: readmeText(facts, examples), owner: "yours" }, ...files];
}

interface Example {
  /** `first-call` for examples/first-call.ts. */
  readonly name: string;
  readonly heading: string;
  /** Markdown before the code. */
  readonly before: string;
  readonly text: string;
  /** Markdown after the code. */
  readonly after?: string;
}

function examplesOf(facts: PackageFacts): Example[] {
  const all = facts.groups.flatMap(({ operations }) => operations).filter(isCallable);
  const first =
    all.find(({ operation, request }) => operation.method === "get" && request.value === "") ??
    all.find(({ operation }) => operation.method === "get") ??
    all[0];
  if (first === undefined) return [];
  const paged = all.find(({ operation }) => operation.pagination !== null);
  const upload = all.find(({ request }) => request.value.includes("new Blob("));
  return [
    firstCall(facts, first),
    ...(facts.names.schemes.some(({ names }) => names.length > 0) ? [authentication(facts, first)] : []),
    errors(facts, all.find(hasErrors) ?? first),
    ...(paged === undefined ? [] : [pages(facts, paged)]),
    ...(upload === undefined ? [] : [uploads(facts, upload)]),
    rawResponses(facts, first),
    smallBundles(facts, first),
    ...(facts.hasWebhooks ? [webhooks(facts)] : []),
  ];
}

type CallableOperation = CalledOperation & { readonly request: { readonly value: string } };

function isCallable(called: CalledOperation): called is CallableOperation {
  return "value" in called.request;
}

function firstCall({ npmName, names }: PackageFacts, { method, request }: CallableOperation): Example {
  return {
    name: "first-call",
    heading: "Use",
    before: "",
    text: `import { ${names.create} } from "${npmName}";

const client = ${names.create}();
const result = await client.${method}(${request.value});
console.log(result);
`,
    after: "A call resolves to the body of a success, and throws every other response.",
  };
}

function authentication({ npmName, names }: PackageFacts, { method, request }: CallableOperation): Example {
  const rows = names.schemes.flatMap(({ scheme, names: variables }) =>
    variables.length === 0
      ? []
      : [
          `| \`${scheme.name}\` | ${variables.map((name) => `\`${name}\``).join(" and ")} | ${asMarkdown(firstParagraph(scheme.description ?? ""))} |`,
        ],
  );
  const scheme = names.schemes.find((each) => each.names.length > 0);
  const [variable = "", second] = scheme?.names ?? [];
  const value =
    second === undefined
      ? `() => process.env[${JSON.stringify(variable)}] ?? ""`
      : `{ username: "me", password: process.env[${JSON.stringify(second)}] ?? "" }`;
  return {
    name: "authentication",
    heading: "Authentication",
    before: [
      "Credentials are read from the environment:",
      "",
      "| scheme | variable | |",
      "|---|---|---|",
      ...rows,
      "",
      "or passed, as a value or as a function that is called before each attempt:",
    ].join("\n"),
    text: `import { ${names.create} } from "${npmName}";

const client = ${names.create}({
  credentials: { ${keyText(scheme?.scheme.name ?? "")}: ${value} },
});
console.log(await client.${method}(${request.value}));
`,
  };
}

/** A key of an object that means this name. */
export function keyText(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__") return name;
  return name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
}

/** Whether responses are described that are no success. */
function hasErrors({ operation }: CalledOperation): boolean {
  return operation.responses.some(({ status }) => status.kind === "code" && status.code >= 400);
}

function errors({ npmName, names, api }: PackageFacts, called: CallableOperation): Example {
  // A schema of this name comes first.
  const apiError = api.schemas.some((schema) => schema.name === "ApiError") ? `${names.name}ApiError` : "ApiError";
  const { method, request, operation } = called;
  const isNarrowed = hasErrors(called);
  return {
    name: "errors",
    heading: "Errors",
    before: `Each error of a call is an \`ApiError\`, with a \`code\`, and \`status\`, \`body\` and \`response\` if there was one.${isNarrowed ? " `isErrorOf` narrows it to the errors of an operation:" : ""}`,
    text: `import { ${apiError}, ${names.create}, ${isNarrowed ? "isErrorOf, operations, " : ""}requestIdOf } from "${npmName}";

const client = ${names.create}();
try {
  await client.${method}(${request.value});
} catch (error) {
${isNarrowed ? `  if (isErrorOf(operations.${operation.name}, error)) console.error(error.status, error.body);\n  else ` : "  "}if (error instanceof ${apiError}) console.error(error.code, error.message);
  else throw error;
  console.error("request", requestIdOf(error));
}
`,
    after: `\`requestIdOf\` returns the id of the request for the support of the API. Reads are retried twice after connection failures and 5xx;
set \`retries\` and \`timeout\` for the client or for a call. \`log: "debug"\`, or \`${names.log}=debug\`, logs requests and responses without secrets.`,
  };
}

function pages({ npmName, names }: PackageFacts, { method, request }: CallableOperation): Example {
  return {
    name: "pages",
    heading: "Pages",
    before: "Lists iterate over the items of all pages:",
    text: `import { ${names.create} } from "${npmName}";

const client = ${names.create}();
for await (const item of client.${method}.pages(${request.value === "" ? "{}" : request.value})) console.log(item);
`,
  };
}

function uploads({ npmName, names }: PackageFacts, { method, request }: CallableOperation): Example {
  return {
    name: "uploads",
    heading: "Files",
    before: "A file is a `Blob`. In Node, `openAsBlob(path)` of `node:fs` is one that is read when it is sent:",
    text: `import { ${names.create} } from "${npmName}";

const client = ${names.create}();
await client.${method}(${request.value});
`,
  };
}

function rawResponses({ npmName, names }: PackageFacts, { method, request }: CallableOperation): Example {
  return {
    name: "responses",
    heading: "Statuses, headers and responses",
    before: `A client over \`${names.send}\` resolves to every described response, typed by its status, with the \`Response\` of \`fetch\`:`,
    text: `import { createClient, ${names.send} } from "${npmName}";

const client = createClient(${names.send}());
const response = await client.${method}(${request.value});
console.log(response.status, response.response.headers.get("date"));
`,
  };
}

function smallBundles({ npmName, names, http }: PackageFacts, { operation, request }: CallableOperation): Example {
  const address = addressOf(operation.servers) ?? "https://api.example.com";
  const headers = operation.security.some(({ schemes }) => schemes.length > 0)
    ? authorizationOf(http.securitySchemes)
    : null;
  const options = [
    `baseUrl: ${JSON.stringify(address)}`,
    ...(headers === null ? [] : [`authorize: () => (${headers})`]),
  ];
  return {
    name: "small-bundles",
    heading: "Small bundles",
    before: "A client has all operations. For a browser, call single ones; the bundle has only those:",
    text: `import { createPlainSend, ${operation.name} } from "${npmName}";

const send = createPlainSend({ ${options.join(", ")} });
const response = await send(${operation.name}, ${request.value === "" ? "{}" : request.value});
console.log(response.status);
`,
    after: `\`${names.send}()\` in place of \`createPlainSend\` adds what the client has: variables of the environment, retries, the log.`,
  };
}

/** The header of the first scheme that has one. */
function authorizationOf(schemes: readonly SecurityScheme[]): string | null {
  for (const { type, scheme, in: place, parameterName } of schemes) {
    if (type === "apiKey" && place === "header") return `{ ${keyText(parameterName ?? "")}: "key" }`;
    if (type === "http" && scheme?.toLowerCase() === "basic")
      return '{ authorization: `Basic ${btoa("name:password")}` }';
    if (type !== "apiKey" && type !== "mutualTLS") return '{ authorization: "Bearer token" }';
  }
  return null;
}

function webhooks({ npmName }: PackageFacts): Example {
  return {
    name: "webhooks",
    heading: "Webhooks",
    before: "`verifyWebhook` returns the event of a delivery if its signature is valid; the body has to be raw:",
    text: `import { verifyWebhook } from "${npmName}/webhooks";

export async function receive(request: Request): Promise<Response> {
  const { event, payload } = await verifyWebhook(request, process.env["WEBHOOK_SECRET"] ?? "");
  console.log(event, payload);
  return new Response(null, { status: 204 });
}
`,
  };
}

function readmeText(facts: PackageFacts, examples: readonly Example[]): string {
  const { npmName, http, groups, names } = facts;
  const { title, summary, description } = http.info;
  const about = summary ?? firstParagraph(description ?? "");
  const sections = examples.flatMap(({ name, heading, before, text, after }) => [
    `## ${heading}`,
    "",
    ...(before === "" ? [] : [before, ""]),
    `\`\`\`ts title="examples/${name}.ts"`,
    text.trimEnd(),
    "```",
    "",
    ...(after === undefined ? [] : [after, ""]),
  ]);
  return [
    `# ${npmName}`,
    "",
    `A typed client of ${asMarkdown(title)}${about === "" ? "" : `: ${asMarkdown(about)}`}`,
    "",
    "## Install",
    "",
    "```sh",
    `npm install ${npmName}`,
    "```",
    "",
    "For Node 20 and newer, Bun, Deno, Workers and browsers. No dependencies.",
    "",
    ...sections,
    "## Options",
    "",
    `\`${names.create}(options)\` takes:`,
    "",
    "| option | | default |",
    "|---|---|---|",
    `| \`baseUrl\` | the address of the API | \`${names.baseUrl}\`${names.hasAddress ? ", else that of the description" : ""} |`,
    ...(names.schemes.length === 0 ? [] : ["| `credentials` | by security scheme | the environment |"]),
    "| `headers` | of every request | none |",
    "| `timeout` | milliseconds until a response has arrived | 30,000 |",
    "| `retries` | of reads, after connection failures and 5xx | 2 |",
    "| `maxRateLimitWait` | milliseconds to wait for the rate limit | 0 |",
    "| `userAgent` | header of every request; `null` for none | name and version of this package |",
    `| \`log\` | \`"debug"\` logs requests and responses, without secrets and bodies | \`${names.log}\`, else off |`,
    "| `logger` | where lines of the log go | `console.debug` |",
    "| `onRequest`, `onResponse`, `onError` | hooks | none |",
    "| `fetch` | called in place of the global one | `fetch` |",
    "",
    "`signal`, `timeout`, `headers` and `retries` can be given for a single call, after its request.",
    "",
    "## Operations",
    "",
    "All operations, with their types: [api.md](api.md).",
    "",
    ...groups.flatMap((group) => operationRows(group.name, group.operations)),
  ].join("\n");
}

/** More are in api.md alone. */
const mostRows = 8;

function operationRows(name: string | null, operations: readonly CalledOperation[]): string[] {
  const rows = operations.slice(0, mostRows).map(({ method, operation }) => {
    const summary = operation.words.summary === null ? "" : asMarkdown(operation.words.summary);
    return `| \`client.${method}\` | \`${routeOf(operation)}\` | ${summary} |`;
  });
  const more = operations.length - rows.length;
  return [
    ...(name === null ? [] : [`### ${name}`, ""]),
    "| method | | |",
    "|---|---|---|",
    ...rows,
    ...(more === 0 ? [] : [`| and ${more} more | | |`]),
    "",
  ];
}

// What README, guides and landing page claim, each with the run that shows whether it is so: commands in a folder with a small API, and
// requests to the service.

export interface Claim {
  readonly file: string;
  /** As the file says it. */
  readonly says: string;
}

/** The folder has openapi.yaml, and in old/ the version before. Commands run in their order; the last one is what the claim is about. */
export interface CommandClaim extends Claim {
  readonly run: readonly string[];
  /** Files that are written before. */
  readonly files?: Readonly<Record<string, string>>;
  readonly code?: number;
  readonly prints?: RegExp;
  readonly writes?: readonly string[];
}

export interface ServiceClaim extends Claim {
  /** `POST /v1/orders/create`, with the key of the demo account unless `key` says otherwise. */
  readonly request: string;
  readonly key?: string;
  readonly body?: object;
  readonly status: number;
  readonly responds?: RegExp;
  /** That the response has; with a minus sign in front, that it does not have. */
  readonly headers?: readonly string[];
}

const description = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example }]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: The order., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: string }, note: { type: string, maxLength: 200 } } }
`;

export const folder: Readonly<Record<string, string>> = {
  "openapi.yaml": description,
  "package.json": '{ "type": "module" }',
  "old/openapi.yaml": description.replace("required: [id]", "required: [id, note]"),
};

const typo = { "openapi.yaml": description.replace("maxLength", "maxLenght") };
const first = "generate --openapi openapi.yaml --out src/generated";
const types = `${first} --target types`;

type CommandRow = readonly [
  says: string,
  run: readonly string[],
  expected: Omit<CommandClaim, "file" | "says" | "run">,
];

/** By the page that says it. */
const commandRows: Readonly<Record<string, readonly CommandRow[]>> = {
  "README.md": [
    ["finds the description, writes waybill.config.ts", ["init"], { writes: ["waybill.config.ts"] }],
    ["writes src/generated; check it in", ["init", "generate"], { writes: ["src/generated/types/index.gen.js"] }],
    [
      "A mistake in the description is reported where it occurs",
      [types],
      { files: typo, code: 1, prints: /openapi\.yaml:\d+:\d+ error unknown-keyword: "maxLenght"/ },
    ],
    [
      'hint: did you mean "maxLength"?',
      ["lint openapi.yaml"],
      { files: typo, code: 1, prints: /hint: did you mean "maxLength"\?/ },
    ],
    ["its last line names the flag that allows it", [types], { files: typo, code: 1, prints: /--\S+[^\n]*\n$/ }],
    ["`waybill lint` only reads and checks.", ["lint openapi.yaml"], { code: 0 }],
    [
      "`waybill check` fails in CI when generated code is out of date",
      [types, "check --openapi openapi.yaml --out src/generated --target types"],
      { files: { "src/generated/types/old.gen.ts": "" }, code: 1 },
    ],
    ["`waybill diff` finds breaking changes", ["diff openapi.yaml old/openapi.yaml"], { prints: /note/ }],
    [
      "`waybill scaffold` writes handlers to start from",
      ["scaffold --openapi openapi.yaml --out src"],
      { prints: /getOrder|handlers|scaffold/ },
    ],
  ],
  "docs/guides/toolkit.md": [
    ["It never prompts.", ["init openapi.yaml"], { writes: ["waybill.config.ts"] }],
    ["a type for each schema, request and response", [first], { writes: ["src/generated/types/schemas.gen.ts"] }],
    ["a Zod schema and a guard for each of them", [first], { writes: ["src/generated/zod/index.gen.ts"] }],
    ["the handlers to implement, and the table of routes", [first], { writes: ["src/generated/server/index.gen.ts"] }],
    ["typed methods over a send function", [first], { writes: ["src/generated/client/index.gen.ts"] }],
    ["Select targets with `--target`", [types], { writes: ["src/generated/types/index.gen.ts"], prints: /types/ }],
    [
      "`waybill generate --help` lists all of them",
      ["generate --help"],
      { prints: /types[\s\S]*zod[\s\S]*server[\s\S]*client[\s\S]*webhooks/ },
    ],
    [
      "reports the changes and the version bump that they need",
      ["diff old/openapi.yaml openapi.yaml"],
      { prints: /major/ },
    ],
  ],
  "docs/guides/ci.md": [
    [
      "generated code is out of date, missing, left over or edited by hand",
      ["check --openapi openapi.yaml --out src/generated --target types"],
      { code: 1, prints: /missing|not there|does not exist|new/i },
    ],
    [
      "a change to the spec breaks consumers",
      ["diff old/openapi.yaml openapi.yaml --fail-on major"],
      { code: 1, prints: /major/ },
    ],
    [
      "Exit code 2 means wrong usage, such as an unknown flag.",
      ["generate --no-such-flag"],
      { code: 2, prints: /no-such-flag/ },
    ],
    [
      "`--format github` prints annotations",
      ["lint openapi.yaml --format github"],
      { files: typo, code: 1, prints: /^::error file=openapi\.yaml,line=\d+/m },
    ],
  ],
  "docs/guides/toolkit-versions.md": [
    ["`waybill` and all packages `@waybill/*` have one version", ["--version"], { prints: /\d+\.\d+\.\d+/ }],
  ],
};

export const commandClaims: readonly CommandClaim[] = Object.entries(commandRows).flatMap(([file, rows]) =>
  rows.map(([says, run, expected]) => ({ file, says, run, ...expected })),
);

type ServiceRow = readonly [
  says: string,
  request: string,
  status: number,
  expected?: Omit<ServiceClaim, "file" | "says" | "request" | "status">,
];

const hook = { url: "https://hooks.example.com/claims", events: ["order.created"] };
const budget = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].flatMap((name) => [name, `x-${name}`]);

const serviceRows: Readonly<Record<string, readonly ServiceRow[]>> = {
  "docs/guides/authentication.md": [
    [
      '"message": "API key is valid"',
      "GET /v1/auth",
      200,
      { responds: /"account_id":"acc_\w+","message":"API key is valid"/ },
    ],
    ["It takes any HTTP method", "PATCH /v1/auth", 200],
    [
      "A rejected key gets status 401 and the text `Unauthorized`.",
      "GET /v1/auth",
      401,
      { key: "no", responds: /^Unauthorized$/ },
    ],
    ["not exactly 96 characters", "GET /v1/auth", 401, { key: `ful_${"a".repeat(91)}` }],
    ["The service sends no CORS headers", "GET /v1/auth", 200, { headers: ["-access-control-allow-origin"] }],
  ],
  "docs/guides/rate-limits.md": [
    ["Every response, including errors, has six headers", "GET /v1/orders/none", 404, { headers: budget }],
  ],
  "docs/guides/pagination.md": [
    [
      "When nothing matches, you get an empty list with status 200, never a 404.",
      "GET /v1/orders/list?campaignId=none",
      200,
      { responds: /^\[\]$/ },
    ],
    [
      "`page` (default 1), `page_size` (default 20, at most 100)",
      "GET /v1/inventory/list",
      200,
      { responds: /"pagination":\{.*"page":1.*"page_size":20/ },
    ],
    ['`{"webhooks": […]}` with everything', "GET /v1/webhooks", 200, { responds: /^\{"webhooks":\[/ }],
  ],
  "docs/guides/errors.md": [
    ["Order not found", "GET /v1/orders/none", 404, { responds: /Order not found/ }],
    ["Malformed JSON in request body", "POST /v1/orders/create", 400, { responds: /Invalid request body|Malformed/ }],
    ["Webhook not found", "DELETE /v1/webhooks/none", 400, { responds: /Webhook not found/ }],
    ["Method not allowed", "DELETE /v1/orders/list", 400, { responds: /Method not allowed/ }],
  ],
  "docs/guides/webhooks.md": [
    [
      "You need it to verify deliveries. It is returned only here and when you rotate it.",
      "POST /v1/webhooks",
      201,
      { body: hook, responds: /"secret":"whsec_/ },
    ],
    [
      "Each URL can be subscribed once per account.",
      "POST /v1/webhooks",
      400,
      { body: hook, responds: /already registered/ },
    ],
    [
      "The URL must use HTTPS and must not point to localhost or a private network.",
      "POST /v1/webhooks",
      400,
      { body: { ...hook, url: "http://hooks.example.com/" }, responds: /must use HTTPS/ },
    ],
    [
      "You cannot subscribe to [`webhook.test`]",
      "POST /v1/webhooks",
      400,
      { body: { url: "https://hooks.example.com/other", events: ["webhook.test"] } },
    ],
  ],
  "docs/guides/orders.md": [
    ["The API has no `Idempotency-Key` header.", "GET /v1/orders/list", 200, { headers: ["-idempotency-key"] }],
  ],
};

export const serviceClaims: readonly ServiceClaim[] = Object.entries(serviceRows).flatMap(([file, rows]) =>
  rows.map(([says, request, status, expected]) => ({ file, says, request, status, ...expected })),
);

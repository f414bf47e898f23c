// What a person did with the scaffold of examples/consumer/src/wishes, step by step.

/** In a file, what was there and what the person wrote in its place. */
export type PersonsEdit = readonly [file: string, from: string, to: string];

/** After the first scaffold: a list in memory, two handlers, a test of both. */
export const firstEdits: readonly PersonsEdit[] = [
  [
    "src/wishes/context.ts",
    `import type { FoundRequest } from "./generated/server/index.gen.ts";

export interface Context {
`,
    `import type { FoundRequest } from "./generated/server/index.gen.ts";
import { WishList } from "./wish-list.ts";

export interface Context {
  readonly wishes: WishList;
`,
  ],
  [
    "src/wishes/context.ts",
    `/** Called for each request before anything else of it is read. \`null\` rejects it with 401. */
export function contextOf({ signal }: FoundRequest): Context | null {
  return { signal };
}
`,
    `const wishes = new WishList();

/** One list for all. The company's proxy lets only colleagues in. */
export function contextOf({ signal }: FoundRequest): Context {
  return { wishes, signal };
}
`,
  ],
  [
    "src/wishes/handlers/wishes.ts",
    `export async function listWishes(
  _request: ListWishesRequest,
  _context: Context,
): Promise<HandlerResponse<ListWishesResponse>> {
  return notImplemented("listWishes");
}`,
    `export async function listWishes(
  { query }: ListWishesRequest,
  { wishes }: Context,
): Promise<HandlerResponse<ListWishesResponse>> {
  const { email } = query ?? {};
  return ok(wishes.all().filter((wish) => email === undefined || wish.email === email));
}`,
  ],
  [
    "src/wishes/handlers/wishes.ts",
    `export async function createWish(
  _request: CreateWishRequest,
  _context: Context,
): Promise<HandlerResponse<CreateWishResponse>> {
  return notImplemented("createWish");
}
`,
    `export const createWish = async (
  { body }: CreateWishRequest,
  { wishes }: Context,
): Promise<HandlerResponse<CreateWishResponse>> => ({
  status: 201,
  body: wishes.add(body), // never twice: see WishList
});

// Helpers of this file.

function ok(list: readonly Wish[]): HandlerResponse<ListWishesResponse> {
  return { status: 200, body: [...list] };
}
`,
  ],
  [
    "src/wishes/handlers/wishes.ts",
    `import { type HandlerResponse, notImplemented } from "../generated/server/index.gen.ts";
import type {
  CreateWishRequest,
  CreateWishResponse,
  ListWishesRequest,
  ListWishesResponse,
} from`,
    `import type { HandlerResponse } from "../generated/server/index.gen.ts";
import type {
  CreateWishRequest,
  CreateWishResponse,
  ListWishesRequest,
  ListWishesResponse,
  Wish,
} from`,
  ],
  [
    "src/wishes/app.test.ts",
    `/** Every caller is let in. */
const startForTests = () => start({ port: 0, context: ({ signal }) => ({ signal }) });

test("a path that is not described is a 404", async () => {
  const server = await startForTests();
  try {
    const response = await fetch(server.url + "/api/not-described");
    assert.equal(response.status, 404);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
  } finally {
    await server.close();
  }
});

// Write the handler, assert its response here, and remove \`todo\`.
test("listWishes has a handler", { todo: true }, async () => {
  const server = await startForTests();
  try {
    const response = await fetch(server.url + "/api/wishes");
    assert.notEqual(response.status, 501);
`,
    `test("a wish is on the list, once", async () => {
  const wishes = new WishList();
  const server = await start({ port: 0, context: ({ signal }) => ({ wishes, signal }) });
  try {
    const body = JSON.stringify({ email: "mara@example.com", sku: "MUG-1" });
    const make = () =>
      fetch(\`\${server.url}/api/wishes\`, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal((await make()).status, 201);
    assert.equal((await make()).status, 201);
    const list = await fetch(\`\${server.url}/api/wishes?email=mara@example.com\`);
    assert.deepEqual(await list.json(), [{ wishId: "1", email: "mara@example.com", sku: "MUG-1" }]);
`,
  ],
  [
    "src/wishes/app.test.ts",
    `import { start } from "./app.ts";
`,
    `import { start } from "./app.ts";
import { WishList } from "./wish-list.ts";
`,
  ],
];

/** In wishes.yaml: version 1.1 lets people withdraw a wish, and give a reason for one. */
export const descriptionEdits: readonly PersonsEdit[] = [
  ["wishes.yaml", "  version: 1.0.0", "  version: 1.1.0"],
  [
    "wishes.yaml",
    `components:
`,
    `  /wishes/{wishId}:
    delete:
      operationId: withdrawWish
      summary: Withdraw a wish
      tags: [Wishes]
      parameters: [{ name: wishId, in: path, required: true, schema: { type: string } }]
      responses:
        "204": { description: The wish is no longer on the list. }
        "404": { description: There is no such wish. }
components:
`,
  ],
  [
    "wishes.yaml",
    `        sku: { type: string, minLength: 1, description: The product. }
`,
    `        sku: { type: string, minLength: 1, description: The product. }
        reason: { type: string, description: Why. }
`,
  ],
  [
    "wishes.yaml",
    `        sku: { type: string }
`,
    `        sku: { type: string }
        reason: { type: string }
`,
  ],
];

/** After the second scaffold: the new handler. */
export const lastEdits: readonly PersonsEdit[] = [
  [
    "src/wishes/handlers/wishes.ts",
    `export async function withdrawWish(
  _request: WithdrawWishRequest,
  _context: Context,
): Promise<HandlerResponse<WithdrawWishResponse>> {
  return notImplemented("withdrawWish");
}`,
    `export async function withdrawWish(
  { path }: WithdrawWishRequest,
  { wishes }: Context,
): Promise<HandlerResponse<WithdrawWishResponse>> {
  return { status: wishes.remove(path.wishId) ? 204 : 404 };
}`,
  ],
  [
    "src/wishes/handlers/wishes.ts",
    `import { notImplemented } from "../generated/server/index.gen.ts";
`,
    "",
  ],
  [
    "src/wishes/app.test.ts",
    `sku: "MUG-1" }]);
`,
    `sku: "MUG-1" }]);
    const withdraw = () => fetch(\`\${server.url}/api/wishes/1\`, { method: "DELETE" });
    assert.deepEqual([(await withdraw()).status, (await withdraw()).status], [204, 404]);
`,
  ],
];

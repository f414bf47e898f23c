// What a later run adds to files that people edited, and what it leaves alone.
import { describe, expect, test } from "vitest";
import { planned, scaffolded } from "./planned.ts";

const table = `import { type Handlers, unhandled } from "../generated/server/index.gen.ts";
import type { Context } from "./context.ts";
import { getOrder } from "./handlers/orders.ts";

export const handlers: Handlers<Context> = {
  ...unhandled,
  getOrder, // cached
};
`;

const orders = `import type { GetOrderRequest, GetOrderResponse } from "../../generated/types/index.gen.ts";
import type { Context } from "../context.ts";

export async function getOrder({ path }: GetOrderRequest, { signal }: Context): Promise<GetOrderResponse> {
  return find(path.orderId, signal);
}
`;

const files = { "handlers.ts": table, "handlers/orders.ts": orders };
const both = ["getOrder@orders", "createOrder@orders"];

test("a run without a change of the description changes nothing", () => {
  expect(planned(files, ["getOrder@orders"])).toMatchObject({ changes: [], notes: [] });
});

test("a new operation gets a handler in the file of its tag, merged imports and a member of the table", () => {
  const after = scaffolded(files, both);
  expect(
    after["handlers/orders.ts"],
  ).toBe(`import type { CreateOrderRequest, CreateOrderResponse, GetOrderRequest, GetOrderResponse } from "../../generated/types/index.gen.ts";
import type { Context } from "../context.ts";
import { type HandlerResponse, notImplemented } from "../../generated/server/index.gen.ts";

export async function getOrder({ path }: GetOrderRequest, { signal }: Context): Promise<GetOrderResponse> {
  return find(path.orderId, signal);
}

/**
 * \`POST /createOrder\`
 */
export async function createOrder(
  _request: CreateOrderRequest,
  _context: Context
): Promise<HandlerResponse<CreateOrderResponse>> {
  return notImplemented("createOrder");
}
`);
  expect(after["handlers.ts"]).toBe(
    table
      .replace("{ getOrder }", "{ createOrder, getOrder }")
      .replace("  getOrder, // cached\n", "  getOrder, // cached\n  createOrder,\n"),
  );
  expect(planned(after, both)).toMatchObject({ changes: [], notes: [] });
});

test("tabs, single quotes, CRLF, absent semicolons, a byte order mark and an absent last line end stay", () => {
  const own = `\uFEFFimport type { GetOrderRequest, GetOrderResponse } from '../../generated/types/index.gen.ts'
import type { Context } from '../context.ts'

export const getOrder = async (request: GetOrderRequest, context: Context): Promise<GetOrderResponse> => {
\treturn find(request, context)
}`.replaceAll("\n", "\r\n");
  const text = scaffolded({ ...files, "handlers/orders.ts": own }, both)["handlers/orders.ts"] ?? "";
  expect(text.startsWith("\uFEFFimport type { CreateOrderRequest, ")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  expect(text).toContain(
    "'../context.ts'\r\nimport { type HandlerResponse, notImplemented } from '../../generated/server/index.gen.ts'\r\n",
  );
  expect(text.endsWith("{\r\n\treturn notImplemented('createOrder')\r\n}")).toBe(true);
});

test("a handler is appended where most handlers of its tag are, and a new tag gets a file beside the others", () => {
  const moved = {
    "api/table.ts": table
      .replaceAll('"./handlers/orders.ts"', '"../shop/sales.ts"')
      .replaceAll('"./context', '"../context')
      .replaceAll('"../gen', '"../../gen'),
    "shop/sales.ts": orders,
  };
  const after = scaffolded(moved, [...both, "ping@health"]);
  expect(after["shop/sales.ts"]).toContain("export async function createOrder(");
  expect(after["api/handlers/health.ts"]).toContain('import type { Context } from "../../context.ts";');
  expect(after["api/table.ts"]).toContain(
    'import { createOrder, getOrder } from "../shop/sales.ts";\nimport { ping } from "./handlers/health.ts";',
  );
});

test("a name that is taken is imported under another, and the file's own one stays", () => {
  const text = `import { createOrder } from "../database.ts";\n${orders}use(createOrder);\n`;
  const after = scaffolded({ ...files, "handlers/orders.ts": text }, both);
  expect(after["handlers/orders.ts"]).toContain("export async function createOrderHandler(");
  expect(after["handlers.ts"]).toContain("  createOrder: createOrderHandler,");
});

test("a name of the server that is taken is imported under one that looks like it", () => {
  const text = `import { notImplemented } from "../problems.ts";\n${orders}use(notImplemented);\n`;
  const after = scaffolded({ ...files, "handlers/orders.ts": text }, both)["handlers/orders.ts"];
  expect(after).toContain("  notImplemented as apiNotImplemented,\n");
  expect(after).toContain('return apiNotImplemented("createOrder");');
});

test("lines that begin with their commas stay so, in a table and in imports", () => {
  const own = table
    .replace("{ getOrder }", "{\n    getOrder // ours\n  , listOrders\n}")
    .replace(
      "  ...unhandled,\n  getOrder, // cached\n",
      "    ...unhandled\n  , getOrder // cached\n  , listOrders // last\n",
    );
  const text = `${orders}export const listOrders: Handlers["listOrders"] = all;\n`;
  const before = { ...files, "handlers.ts": own, "handlers/orders.ts": text };
  const after = scaffolded(before, [...both, "listOrders@orders", "holdOrder@orders"])["handlers.ts"];
  expect(after).toBe(
    own
      .replace("    getOrder // ours\n", "    createOrder\n  , getOrder // ours\n  , holdOrder\n")
      .replace("// last\n", "// last\n  , createOrder\n  , holdOrder\n"),
  );
});

test("a handler that is written and in no table is added to the table only", () => {
  const text = `${orders}export const createOrder = async (request: CreateOrderRequest) => make(request);\n`;
  const after = scaffolded({ ...files, "handlers/orders.ts": text }, both);
  expect(after["handlers/orders.ts"]).toBe(text);
  expect(after["handlers.ts"]).toContain("  createOrder,\n");
});

describe("a table of handlers", () => {
  const body = "{ ...unhandled, getOrder }";
  test.each([
    ["with satisfies", `export const table = ${body} satisfies Handlers<Context>;`],
    ["as a default export", `export default ${body} satisfies Handlers<Context>;`],
    ["with as", `export const table = ${body} as Handlers<Context>;`],
    ["behind helpers", `export const table: Handlers<Context> = logged(Object.freeze(${body}), "x");`],
    ["behind a name", `const own = ${body} as const;\nexport const table: Handlers<Context> = own;`],
    ["in a function", `export function table(): Handlers<Context> {\n  return ${body};\n}`],
    ["in an arrow function", `export const table = (): Handlers<Context> => (${body});`],
  ])("is found %s", (_, declaration) => {
    const own = `${table.slice(0, table.indexOf("export const"))}${declaration}\n`;
    const after = scaffolded({ ...files, "handlers.ts": own }, both)["handlers.ts"];
    expect(after).toBe(
      own
        .replace("{ getOrder }", "{ createOrder, getOrder }")
        .replace("unhandled, getOrder }", "unhandled, getOrder, createOrder }"),
    );
  });

  test.each([
    ["a namespace that is spread", "...orders", 'import * as orders from "./handlers/orders.ts";'],
    ["a namespace that a helper takes", "...logged(orders)", 'import * as orders from "./handlers/orders.ts";'],
  ])("with %s: a handler in its file needs no member", (_, member, imported) => {
    const own = table.replace(/import \{ getOrder.*/, imported).replace("getOrder,", `${member},`);
    const after = scaffolded({ ...files, "handlers.ts": own }, both);
    expect(after["handlers.ts"]).toBe(own);
    expect(after["handlers/orders.ts"]).toContain("createOrder(");
  });
});

test.each([
  ["a call that the folder does not explain", table.replace("getOrder,", "...made(),"), "made()"],
  ["a computed member", table.replace("getOrder,", "[name]: getOrder,"), "[name]: getOrder"],
  [
    "a class",
    table.replace(/export const[\s\S]*/, "export class Api implements Handlers<Context> {\n}\n"),
    "export class Api implements Handlers<Context> {",
  ],
])("a table that cannot be read is left alone, and named: %s", (_, own, text) => {
  const plan = planned({ ...files, "handlers.ts": own }, both);
  expect(plan).toMatchObject({ changes: [], notes: [{ kind: "unclear", path: "handlers.ts", text }] });
});

describe("a member whose import leads nowhere", () => {
  const broken = (text: string | null, own = table): unknown => {
    const { "handlers/orders.ts": _, ...rest } = { ...files, "handlers.ts": own };
    const plan = planned(text === null ? rest : { ...rest, "handlers/orders.ts": text }, ["getOrder@orders"]);
    return plan.kind === "planned" ? plan.notes : plan;
  };
  const place = { kind: "broken", path: "handlers.ts", operations: ["getOrder"] };
  const named = {
    ...place,
    offset: table.indexOf("getOrder, // cached"),
    file: "handlers/orders.ts",
    text: "getOrder",
  };

  test.each([
    ["a file that is empty", ""],
    ["a file with other exports", "export const { listOrders, by: [first] } = made();\nfunction getOrder() {}\n"],
    ["files that export each other", 'export * from "./orders.ts";\n'],
  ])("is named where it leads to %s", (_, text) => expect(broken(text)).toEqual([named]));

  test("is named where it leads to a file that does not exist", () =>
    expect(broken(null)).toEqual([{ ...named, text: "" }]));

  test.each([
    ["behind a helper", "getOrder: logged(getOrder),", "{ getOrder }"],
    ["under another name", "getOrder: own,", "{ getOrder as own }"],
    ["of a namespace", "getOrder: own.getOrder,", "* as own"],
  ])("is named where it is used %s", (_, member, imported) => {
    const own = table.replace("getOrder,", member).replace("{ getOrder }", imported);
    expect(broken("", own)).toMatchObject([{ ...place, text: "getOrder" }]);
  });

  test.each([
    'export { getOrder } from "@acme/orders";',
    'export * from "@acme/orders";',
    "export const { get: getOrder } = made();",
    "module.exports = made();",
    "export = made();",
  ])("not with %s", (text) => expect(broken(text)).toEqual([]));
});

describe("a second table", () => {
  const second = (members: string, before = ""): unknown => {
    const start = `import { type Handlers, unhandled } from "../../generated/server/index.gen.ts";\n${before}`;
    const text = `${start}export const v2: Handlers<Context> = { ${members} };\n`;
    const plan = planned({ ...files, "shop/v2.ts": text }, ["getOrder@orders"]);
    return plan.kind === "planned" ? plan.notes : plan;
  };

  test("that lacks operations is named", () =>
    expect(second("...unhandled")).toMatchObject([
      { kind: "other", path: "shop/v2.ts", operations: ["getOrder"], text: "{ ...unhandled }", file: "handlers.ts" },
    ]));

  test("that may have them is named as such", () =>
    expect(second("...unhandled, ...made()")).toMatchObject([{ kind: "unclear", path: "shop/v2.ts", text: "made()" }]));

  test("that has all of them, or the first one in it, is not", () => {
    expect(second("...unhandled, getOrder() {}")).toEqual([]);
    expect(second("...unhandled, ...handlers", 'import { handlers } from "../handlers.ts";\n')).toEqual([]);
  });
});

test("a handler whose operation is gone is marked once, in the table and above its function, and unmarked when it is back", () => {
  const documented = orders.replace("export async", "/** Ours. */\nexport async");
  const before = { ...files, "handlers/orders.ts": documented };
  const mark =
    "// waybill: getOrder is no longer an operation of the description. Delete this when you no longer need it.";
  const after = scaffolded(before, ["createOrder@sales"]);
  expect(after["handlers/orders.ts"]).toBe(documented.replace("/** Ours", `${mark}\n/** Ours`));
  expect(after["handlers.ts"]).toContain(`  ${mark}\n  getOrder, // cached\n`);
  const again = planned(after, ["createOrder@sales"]);
  expect(again).toMatchObject({ changes: [], notes: [{ kind: "gone", operations: ["getOrder"] }] });
  const back = scaffolded(after, ["getOrder@orders", "createOrder@sales"]);
  expect(back["handlers/orders.ts"]).toBe(documented);
});

test("a type that has another name now is imported as the old one", () => {
  const renamed = { requestType: "OrderRequest", responseType: "GetOrderResponse" };
  const [operation] = [{ name: "getOrder", id: "getOrder", tag: null, group: "orders", doc: [], ...renamed }];
  const after = scaffolded(files, [], {
    operations: [operation],
    typeNames: new Set(["OrderRequest", "GetOrderResponse"]),
  });
  expect(after["handlers/orders.ts"]).toBe(orders.replace("{ GetOrderRequest", "{ OrderRequest as GetOrderRequest"));
  const wrapped = orders.replaceAll("GetOrderResponse", "Old").replace("Promise<Old>", "Promise<HandlerResponse<Old>>");
  const followed = scaffolded({ ...files, "handlers/orders.ts": wrapped }, [], {
    operations: [{ ...operation, requestType: "GetOrderRequest" }],
    typeNames: new Set(["GetOrderRequest", "GetOrderResponse"]),
  });
  expect(followed["handlers/orders.ts"]).toBe(wrapped.replace(", Old }", ", GetOrderResponse as Old }"));
});

test("files of JavaScript get no types", () => {
  const script = "export async function getOrder(request) {\n  return find(request);\n}\n";
  const own = table.replace("orders.ts", "orders.js");
  const after = scaffolded({ "handlers.ts": own, "handlers/orders.js": script }, both);
  expect(after["handlers/orders.js"]).toContain("export async function createOrder(_request, _context) {");
});

test("every file is parsed, and one with a syntax error stops everything", () => {
  const broken = { ...files, "other/helper.ts": "export const x = {\n" };
  expect(planned(broken, both)).toMatchObject({ kind: "syntax", problems: [{ path: "other/helper.ts" }] });
});

test("files in the way of the first ones, without handlers, are an error", () => {
  expect(planned({ "handlers.ts": "export {};\n" }, both)).toEqual({ kind: "no-table", inTheWay: ["handlers.ts"] });
  expect(planned({ "Handlers.js": "export {};\n" }, both)).toEqual({ kind: "no-table", inTheWay: ["Handlers.js"] });
});

describe.each([
  ["ES modules", "handlers/orders.ts", orders],
  ["ES modules of JavaScript", "handlers/orders.js", "export async function getOrder() {}\n"],
  ["CommonJS", "handlers/orders.js", "async function getOrder() {}\nmodule.exports = { getOrder };\n"],
  ["CommonJS by its extension", "handlers/orders.cjs", "exports.getOrder = async () => {};\n"],
])("a second run with handlers in %s", (_, file, text) => {
  const first = scaffolded({ "handlers.ts": table.replace("handlers/orders.ts", file), [file]: text }, both);

  test("writes nothing", () => {
    expect(first["handlers.ts"]).toContain("createOrder");
    expect(planned(first, both)).toMatchObject({ changes: [], notes: [] });
  });

  test("after one more operation changes what is missing alone", () => {
    const more = [...both, "cancelOrder@orders"];
    const second = scaffolded(first, more);
    const all = Object.values(second).join("\n");
    for (const name of ["createOrder", "cancelOrder"])
      expect(all.split(`export async function ${name}(`)).toHaveLength(2);
    expect(planned(second, more)).toMatchObject({ changes: [], notes: [] });
  });
});

test.each([
  "waybill: getOrder is no longer an operation of the description. Delete this when you no longer need it.",
  "TODO waybill: the operation getOrder was removed (was api.yaml:4)",
])("an operation that is marked as removed is not marked again: %s", (mark) => {
  const marked = {
    "handlers.ts": table.replace("  getOrder", `  // ${mark}\n  getOrder`),
    "handlers/orders.ts": `// ${mark}\n${orders}`,
  };
  expect(planned(marked, [])).toMatchObject({ changes: [] });
});

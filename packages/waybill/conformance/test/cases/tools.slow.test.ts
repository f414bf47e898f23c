// Tools of two accounts, their orders and crates: versions, concurrent requests, moves between states and deletions hold as described.
import { hash } from "node:crypto";
import { unescape as decoded } from "node:querystring";
import { openText } from "../description/opened.ts";
import { accusedOfEach } from "../run/obedient/run.ts";
import type { Habits, WrittenResponse } from "../run/obedient/server.ts";
import type { Thing } from "../run/obedient/store.ts";

const at = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const takes = (members: string, required = ""): string =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${required}], properties: { ${members} } } } } }`;
const gives = (schema: string): string =>
  `{ description: OK, headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: ${schema} } } }`;
const of = (name: string): string => gives(`{ $ref: "#/components/schemas/${name}" }`);
const refuses = [400, 401, 404, 409].map((status) => `${status}: { description: No }`).join(", ");
const text = "type: string, minLength: 1, maxLength: 60";
const description = openText(`
openapi: 3.1.0
info: { title: Tools, version: "1" }
security: [{ key: [] }]
paths:
  /tools:
    get: { operationId: listTools, responses: { 200: ${gives('{ type: array, items: { $ref: "#/components/schemas/Tool" } }')}, ${refuses} } }
    post: { operationId: addTool, ${takes(`code: { ${text} }, stock: { type: integer, minimum: 0, maximum: 9999, default: 9 }`, "code")}, responses: { 201: ${of("Tool")}, ${refuses} } }
  /tools/{toolId}:
    parameters: [${at("toolId")}]
    get: { operationId: getTool, responses: { 200: ${of("Tool")}, ${refuses} } }
    patch: { operationId: updateTool, parameters: [{ name: If-Match, in: header, schema: { type: string } }], ${takes(`note: { ${text} }`)}, responses: { 200: ${of("Tool")}, ${refuses}, 412: { description: No } } }
  /tools/{toolId}/movements:
    parameters: [${at("toolId")}]
    post: { operationId: addMovement, ${takes("delta: { type: integer, minimum: 1, maximum: 9 }", "delta")}, responses: { 201: ${of("Thing")}, ${refuses} } }
  /orders:
    post: { operationId: addOrder, ${takes("toolId: { type: string }, quantity: { type: integer, minimum: 1, maximum: 99, default: 1 }, day: { type: string, format: date, description: Today or later. }", "toolId, day")}, responses: { 201: ${of("Order")}, ${refuses} } }
  /orders/{orderId}:
    parameters: [${at("orderId")}]
    get: { operationId: getOrder, responses: { 200: ${of("Order")}, ${refuses} } }
  /orders/{orderId}/moves:
    parameters: [${at("orderId")}]
    post: { operationId: moveOrder, description: "\`open\` may become \`paid\` or \`cancelled\`; \`paid\` and \`cancelled\` are final. Cancelling gives back the stock. It is paid on its day.",
      ${takes("to: { enum: [paid, cancelled] }", "to")}, responses: { 200: ${of("Order")}, ${refuses} } }
  /crates:
    post: { operationId: addCrate, responses: { 201: ${of("Thing")}, ${refuses} } }
  /crates/{crateId}:
    parameters: [${at("crateId")}]
    get: { operationId: getCrate, responses: { 200: ${of("Thing")}, ${refuses} } }
    delete: { operationId: deleteCrate, description: The crate goes with all its labels. 409 if there is any tool in it., responses: { 204: { description: Gone }, ${refuses} } }
  /crates/{crateId}/tools/{toolId}:
    parameters: [${at("crateId")}, ${at("toolId")}]
    put: { operationId: putTool, responses: { 201: ${of("Thing")}, ${refuses} } }
  /crates/{crateId}/labels:
    parameters: [${at("crateId")}]
    post: { operationId: addLabel, responses: { 201: ${of("Label")}, ${refuses} } }
  /labels/{labelId}:
    parameters: [${at("labelId")}]
    get: { operationId: getLabel, responses: { 200: ${of("Label")}, ${refuses} } }
  /badges:
    post: { operationId: addBadge, responses: { 201: ${of("Thing")}, ${refuses} } }
  /badges/{badgeId}:
    parameters: [${at("badgeId")}]
    get: { operationId: getBadge, responses: { 200: ${of("Thing")}, ${refuses} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Thing: { type: object, properties: { id: { type: string } } }
    Label: { type: object, properties: { id: { type: string }, crate: { type: string } } }
    Order: { type: object, properties: { id: { type: string }, status: { enum: [open, paid, cancelled] } } }
    Tool: { type: object, properties: { id: { type: string }, code: { type: string }, note: { type: string }, stock: { type: integer },
      updatedAt: { type: string, description: Orders do not change it. } } }
`);

const [key, otherKey] = ["key-of-one-1", "key-of-two-2"] as const;

/** A service of the description, with one fault: what it returns for valid requests. */
function tools(fault: string): Habits {
  const things = new Map<string, Thing>();
  /** What a request that takes its time knew when it came. */
  const arrived = new Map<unknown, Map<string, Thing>>();
  const give = (status: number, body: Thing | Thing[] = {}, ETag = tagOf(body)): WrittenResponse => {
    if (status === 204 || status >= 400) return { status, headers: {}, body: "" };
    const shown = Array.isArray(body) ? body.map(visible) : visible(body);
    return { status, headers: { "Content-Type": "application/json", ETag }, body: JSON.stringify(shown) };
  };
  const visible = ({ kind: _, owner: __, tool: ___, holds: ____, day: _____, count: ______, ...thing }: Thing): Thing =>
    thing;
  const tagOf = (body: object): string => {
    const { stock, updatedAt, ...others } = Object(body);
    return `"${hash("sha1", JSON.stringify(fault === "tag" ? others : { ...others, stock, updatedAt }))}"`;
  };
  const time = (): string => new Date(performance.timeOrigin + performance.now()).toISOString();
  return {
    arrives: async (incoming) => {
      const { method, path } = incoming;
      const slow = { stock: "/orders", both: "/tools", race: "/tools/", lost: "/movements" }[fault];
      const isSlow = slow !== undefined && (fault === "both" ? path === slow : path.includes(slow));
      if (!isSlow || method === "GET") return;
      arrived.set(incoming, new Map([...things].map(([id, thing]) => [id, { ...thing }])));
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    rewrite: (written, { operation, incoming }) => {
      if ([400, 401, 405, 415].includes(written.status)) return written;
      const { path, body, headers } = incoming;
      const [, , id = "", , inner = ""] = path.split("/").map(decoded);
      const sent = body.length === 0 ? {} : JSON.parse(String(body));
      const owner = headers.get("x-key") ?? "";
      const count = sent.quantity ?? 1;
      const [thing, before] = [things.get(id), arrived.get(incoming) ?? things];
      const add = (kind: string, members: Thing = {}): WrittenResponse => {
        const added = { id: crypto.randomUUID(), kind, owner, ...members };
        things.set(added.id, added);
        return give(201, added);
      };
      const has = (one: Thing | undefined, kind: string): one is Thing =>
        one?.["kind"] === kind && one["owner"] === owner;
      const all = [...before.values()].filter((one) => one["owner"] === owner);
      const tool = things.get(sent.toolId ?? inner);
      switch (operation.id) {
        case "listTools":
          return give(
            200,
            all.filter((one) => has(one, "tool")),
          );
        case "addTool":
          if (all.some((one) => one["code"] === sent.code)) return give(409);
          return add("tool", { code: sent.code, note: "", stock: sent.stock ?? 9, updatedAt: time() });
        case "addOrder":
          if (
            !has(tool, "tool") ||
            Number((fault === "stock" ? (before.get(String(tool["id"])) ?? tool) : tool)["stock"]) < count
          )
            return give(409);
          Object.assign(tool, { stock: Number(tool["stock"]) - count }, fault === "time" ? { updatedAt: time() } : {});
          return add("order", { status: "open", tool: tool["id"] ?? "", day: sent.day, count });
        case "addCrate":
          return add("crate", { holds: 0 });
        case "addBadge":
          return all.some((one) => one["kind"] === "badge") ? give(409) : add("badge");
        default:
      }
      const isSlow = { updateTool: "race", addMovement: "lost" }[operation.id] === fault;
      const known = (isSlow ? before.get(id) : thing) ?? {};
      const isOpen = fault === "badge" && thing?.["kind"] === "badge";
      if (thing === undefined || !(isOpen || has(thing, operation.path.text.split("/")[1]?.slice(0, -1) ?? "")))
        return give(404);
      switch (operation.id) {
        case "updateTool": {
          if (!["*", undefined, tagOf(known)].includes(headers.get("if-match"))) return give(412);
          const tag = tagOf(thing);
          const isSame = sent.note === undefined || sent.note === thing["note"];
          const changed = isSame ? thing : Object.assign(thing, { note: sent.note, updatedAt: time() });
          return fault === "old" ? give(200, changed, tag) : give(200, changed);
        }
        case "addMovement":
          Object.assign(thing, { stock: Number(known["stock"]) + sent.delta, updatedAt: time() });
          return add("movement");
        case "moveOrder": {
          if (thing["status"] !== "open" && !(fault === "final" && sent.to !== thing["status"])) return give(409);
          if (sent.to === "paid" && !time().startsWith(String(thing["day"]))) return give(409);
          const ordered = things.get(String(thing["tool"]));
          if (sent.to === "cancelled" && fault !== "back")
            Object.assign(ordered ?? {}, { stock: Number(ordered?.["stock"]) + Number(thing["count"]) });
          return give(200, Object.assign(thing, { status: sent.to }));
        }
        case "putTool":
          if (!has(tool, "tool") && !(fault === "path" && tool?.["kind"] === "tool")) return give(404);
          return give(201, Object.assign(thing, { holds: 1 }));
        case "addLabel":
          return add("label", { crate: id });
        case "deleteCrate":
          if (thing["holds"] === 1 && fault !== "held") return give(409);
          for (const one of all) if (one["crate"] === id && fault !== "label") things.delete(String(one["id"]));
          things.delete(id);
          return give(204);
        default:
          return give(200, thing);
      }
    },
  };
}

const faults = `tag condition-ignored getTool, old condition-ignored updateTool, race condition-ignored updateTool, lost wrong-state addMovement,
  path foreign-access putTool, badge foreign-access getBadge, label deleted-resource getLabel, held wrong-transition deleteCrate,
  time wrong-state addOrder, both rule-broken addTool, final wrong-transition moveOrder, back wrong-state moveOrder,
  stock rule-broken addOrder`;

accusedOfEach("tools", faults, { description, key, otherKey, habitsOf: tools });

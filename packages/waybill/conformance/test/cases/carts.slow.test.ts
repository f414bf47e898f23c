// A shop of several accounts: carts that are ordered once something is in them, products by pages, reviews that are read by their id alone.
import { unescape as decoded } from "node:querystring";
import { openText } from "../description/opened.ts";
import { accusedOfEach } from "../run/obedient/run.ts";
import type { Habits, WrittenResponse } from "../run/obedient/server.ts";
import type { Thing } from "../run/obedient/store.ts";

const at = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }`;
const takes = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const gives = (name: string): string => `{ $ref: "#/components/responses/${name}" }`;
const json = (name: string): string =>
  `{ description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;
const refuses = `400: ${gives("No")}, 401: ${gives("No")}, 404: ${gives("No")}`;
const query = (name: string, schema: string): string => `{ name: ${name}, in: query, schema: { ${schema} } }`;
const description = openText(`
openapi: 3.1.0
info: { title: Carts, version: "1" }
security: [{ key: [] }]
paths:
  /me:
    get: { operationId: getMe, responses: { 200: ${json("Account")}, 401: ${gives("No")} } }
  /counts:
    get: { operationId: getCounts, description: Of your products., responses: { 200: ${json("Counts")}, 401: ${gives("No")} } }
  /brands:
    get: { operationId: listBrands, description: "Sorted by name, ascending.", responses: { 200: ${json("Brands")}, 401: ${gives("No")} } }
    post: { operationId: addBrand, ${takes('{ $ref: "#/components/schemas/Brand" }')}, responses: { 201: ${json("Brand")}, ${refuses} } }
  /brands/{brandId}:
    parameters: [${at("brandId")}]
    get: { operationId: getBrand, responses: { 200: ${json("Brand")}, ${refuses} } }
  /carts/{cartId}/gifts/{gift}:
    parameters: [${at("cartId")}, { name: gift, in: path, required: true, schema: { enum: [card, ribbon] } }]
    put: { operationId: addGift, ${takes("{ type: object, properties: { colour: { enum: [red, blue] } } }")}, responses: { 200: ${json("Cart")}, ${refuses} } }
    delete: { operationId: removeGift, responses: { 200: ${json("Cart")}, ${refuses} } }
  /carts/{cartId}/wrap:
    parameters: [${at("cartId")}]
    post: { operationId: wrapCart, description: An empty cart is refused with 422. A second time is refused with 422., responses: { 200: ${json("Cart")}, ${refuses}, 422: ${gives("No")} } }
  /carts:
    post: { operationId: addCart, responses: { 201: ${json("Cart")}, 401: ${gives("No")} } }
  /carts/{cartId}:
    parameters: [${at("cartId")}]
    get: { operationId: getCart, responses: { 200: ${json("Cart")}, ${refuses} } }
  /carts/{cartId}/items:
    parameters: [${at("cartId")}]
    post: { operationId: addItem, ${takes('{ $ref: "#/components/schemas/Item" }')}, responses: { 200: ${json("Cart")}, ${refuses}, 422: ${gives("No")} } }
  /carts/{cartId}/items/{productId}:
    parameters: [${at("cartId")}, ${at("productId")}]
    delete: { operationId: removeItem, responses: { 204: { description: Gone }, ${refuses} } }
  /orders:
    post:
      operationId: addOrder
      ${takes("{ type: object, required: [cartId], properties: { cartId: { type: string, format: uuid } } }")}
      responses: { 201: ${json("Order")}, ${refuses}, 422: ${gives("No")} }
  /orders/{orderId}:
    parameters: [${at("orderId")}]
    get: { operationId: getOrder, responses: { 200: ${json("Order")}, ${refuses} } }
  /products:
    get:
      operationId: listProducts
      description: Oldest first. What is created or deleted between two pages neither repeats nor skips other products.
      parameters: [${query("maxPrice", "type: integer, minimum: 0")}, ${query("sort", "enum: [price]")}, ${query("order", "enum: [asc, desc]")},
        ${query("cursor", "type: string")}, ${query("limit", "type: integer, minimum: 1, maximum: 100, default: 25")}]
      responses: { 200: ${json("Products")}, 400: ${gives("No")}, 401: ${gives("No")} }
    post: { operationId: addProduct, ${takes('{ $ref: "#/components/schemas/NewProduct" }')}, responses: { 201: ${json("Product")}, ${refuses} } }
  /products/{productId}:
    parameters: [${at("productId")}]
    get: { operationId: getProduct, responses: { 200: ${json("Product")}, ${refuses} } }
    put: { operationId: replaceProduct, ${takes('{ $ref: "#/components/schemas/NewProduct" }')}, responses: { 200: ${json("Product")}, ${refuses} } }
    delete: { operationId: deleteProduct, responses: { 204: { description: Gone }, ${refuses} } }
  /products/{productId}/restore:
    post: { parameters: [${at("productId")}], operationId: restoreProduct, description: Everything else is as it was., responses: { 200: ${json("Product")}, ${refuses}, 409: ${gives("No")} } }
  /products/{productId}/reviews:
    parameters: [${at("productId")}]
    get: { operationId: listReviews, summary: Oldest first, parameters: [{ name: until, in: query, description: Only those before this time., schema: { type: string, format: date-time } }],
      responses: { 200: ${json("Reviews")}, ${refuses} } }
    post: { operationId: addReview, ${takes('{ $ref: "#/components/schemas/NewReview" }')}, responses: { 201: ${json("Review")}, ${refuses} } }
  /reviews/{reviewId}:
    parameters: [${at("reviewId")}]
    get: { operationId: getReview, parameters: [{ name: If-None-Match, in: header, description: A tag or a list of them., schema: { type: string } }],
      responses: { 200: ${json("Review")}, 304: { description: Same }, ${refuses} } }
    delete: { operationId: deleteReview, parameters: [{ name: If-Match, in: header, schema: { type: string } }],
      responses: { 204: { description: Gone }, ${refuses}, 412: ${gives("No")} } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  responses:
    No: { description: No, content: { application/json: { schema: { type: object } } } }
  schemas:
    Id: { type: string, format: uuid }
    Account: { type: object, properties: { id: { type: string } } }
    Counts: { type: object, properties: { products: { type: integer } } }
    Brand: { type: object, required: [name], properties: { id: { $ref: "#/components/schemas/Id", readOnly: true }, name: { type: string, minLength: 1, maxLength: 90 } } }
    Brands: { type: array, items: { $ref: "#/components/schemas/Brand" } }
    Item: { type: object, required: [productId, quantity], properties: { productId: { $ref: "#/components/schemas/Id" }, quantity: { type: integer, minimum: 1, maximum: 9 } } }
    Cart: { type: object, properties: { id: { $ref: "#/components/schemas/Id" }, wrapped: { type: boolean }, gifts: { type: object, additionalProperties: {} }, items: { type: array, items: { $ref: "#/components/schemas/Item" } } } }
    Order: { type: object, properties: { id: { $ref: "#/components/schemas/Id" }, size: { type: integer } } }
    NewReview: { type: object, required: [stars, at], properties: { stars: { type: integer, minimum: 1, maximum: 5 }, at: { type: string, format: date-time } } }
    Review: { type: object, properties: { id: { $ref: "#/components/schemas/Id" }, stars: { type: integer }, at: { type: string, format: date-time } } }
    Reviews: { type: array, items: { $ref: "#/components/schemas/Review" } }
    NewProduct: { type: object, required: [name, price], properties: { name: { type: string, minLength: 1, maxLength: 90 },
      price: { type: integer, minimum: 0, maximum: 5000000000 }, label: { type: [string, "null"], maxLength: 90 }, note: { type: [string, "null"], maxLength: 90 } } }
    Product: { allOf: [{ $ref: "#/components/schemas/NewProduct" }], type: object, properties: { id: { $ref: "#/components/schemas/Id" }, created: { type: string } } }
    Products: { type: object, properties: { items: { type: array, items: { $ref: "#/components/schemas/Product" } }, next: { type: [string, "null"] }, total: { type: integer } } }
`);

const [key, otherKey, spareKey] = ["key-of-one-1", "key-of-two-2", "spare-of-one-3"] as const;

/** A service of the description, with one fault: what it returns for valid requests. */
function carts(fault: string): Habits {
  const [things, bin] = [new Map<string, Thing>(), new Map<string, Thing>()];
  const typed = { "Content-Type": "application/json" };
  const give = (status: number, body = {}): WrittenResponse => ({ status, headers: typed, body: JSON.stringify(body) });
  const none: WrittenResponse = { status: 204, headers: {}, body: "" };
  const keep = (kind: string, owner: string, thing: Thing): Thing => {
    const created = new Date(1e12 + things.size).toISOString();
    const entry = { ...thing, id: crypto.randomUUID(), kind, owner, created };
    things.set(entry.id, entry);
    return entry;
  };
  const visible = ({ kind, owner: _, product: __, created = "", ...thing }: Thing): Thing =>
    kind === "product" ? { ...thing, created } : thing;
  const productOf = ({ name = "", price = 0, label = null, note = null }: Thing): Thing => {
    return { name, price: fault === "overflow" ? Number(price) | 0 : price, label, note };
  };
  const snapshots: { at: number; rest: Thing[] }[] = [];
  let first = "";
  keep("brand", "all", { name: "Known before" });
  return {
    rewrite: (written, { operation, incoming: { path, query: asked, body, headers } }) => {
      const sentKey = headers.get("x-key") ?? "";
      if (written.status > 404 || written.status === 400 || (written.status === 401 && sentKey !== spareKey))
        return written;
      if (fault === "fresh" && headers.has("if-modified-since")) return { ...none, status: 304 };
      const owner = sentKey === otherKey ? "two" : fault === "spare" && sentKey === spareKey ? "three" : "one";
      const [sent, parameters] = [body.length === 0 ? {} : JSON.parse(String(body)), new URLSearchParams(asked)];
      const [, , id = "", , innerId = ""] = path.split("/").map(decoded);
      const isOwn = (one: Thing | undefined): one is Thing => one?.["owner"] === owner;
      const thing = things.get(id);
      first ||= owner;
      if (operation.id === "getMe") return give(200, { id: fault === "me" ? first : owner });
      if (operation.id === "addCart")
        return give(201, visible(keep("cart", owner, { items: [], gifts: {}, wrapped: false })));
      if (operation.id === "addBrand") return give(201, visible(keep("brand", "all", { name: sent.name })));
      const ofKind = (kind: string): Thing[] => [...things.values()].filter((one) => one["kind"] === kind);
      const byName = (a: Thing, b: Thing) => (`${a["name"]}` < `${b["name"]}` === (fault === "brands") ? 1 : -1);
      if (operation.id === "listBrands") return give(200, ofKind("brand").sort(byName).map(visible));
      if (operation.id === "getCounts")
        return give(200, { products: ofKind("product").filter((one) => fault === "counts" || isOwn(one)).length });
      if (operation.id === "addProduct") return give(201, visible(keep("product", owner, productOf(sent))));
      if (operation.id === "addOrder") {
        const cart = things.get(sent["cartId"]);
        const items = isOwn(cart) || (fault === "foreign" && cart !== undefined) ? Object(cart["items"]) : [];
        if (items.length === 0 && !(fault === "foreign" && cart !== undefined)) return give(422);
        Object.assign(cart ?? {}, { items: [] });
        return give(201, visible(keep("order", owner, { size: items.length })));
      }
      if (operation.id === "listProducts") {
        const all = ofKind("product");
        const most = Number(parameters.get("maxPrice") ?? Number.POSITIVE_INFINITY);
        const chosen = all.filter(isOwn).filter((one) => Number(one["price"]) < most + (fault === "bound" ? 0 : 1));
        if (fault === "newest") chosen.reverse();
        const collator = new Intl.Collator("en", { numeric: fault !== "sort" });
        if (parameters.has("sort")) chosen.sort((a, b) => collator.compare(String(a["price"]), String(b["price"])));
        if (parameters.get("order") === "desc" && fault !== "order") chosen.reverse();
        const known = snapshots[Number(parameters.get("cursor") ?? -1)];
        const rest = known?.rest.filter((one) => things.has(String(one["id"]))) ?? chosen;
        const skipped = fault === "cursor" && known !== undefined ? 1 : 0;
        const behind = fault === "shifts" ? chosen.slice(known?.at ?? 0) : rest.slice(skipped);
        const limit = Number(parameters.get("limit") ?? (fault === "short" ? 20 : 25));
        parameters.set("cursor", `${snapshots.length}`);
        const next = behind.length > limit ? `/products?${parameters}` : null;
        if (next !== null) snapshots.push({ at: (known?.at ?? 0) + limit, rest: behind.slice(limit) });
        const total = fault === "total" ? all.length : chosen.length;
        return give(200, { items: behind.slice(0, limit).map(visible), next, total });
      }
      if (operation.id === "getBrand") return thing?.["kind"] === "brand" ? give(200, visible(thing)) : give(404);
      const removed = bin.get(id);
      if (operation.id === "restoreProduct" && (isOwn(removed ?? thing) || fault === "bin")) {
        if (removed === undefined) return give(409);
        things.set(id, fault === "restored" ? { ...removed, created: new Date().toISOString() } : removed);
        bin.delete(id);
        return give(200, visible(removed));
      }
      const isOfKind = operation.path.text.startsWith(`/${String(thing?.["kind"])}s/`);
      if (!isOwn(thing) || !isOfKind) return give(fault === "unknown" ? 400 : 404);
      const items = [...Object(thing["items"] ?? [])];
      switch (operation.id) {
        case "addItem": {
          if (!isOwn(things.get(sent["productId"]))) return give(422);
          const line = items.find((one) => one["productId"] === sent["productId"]);
          if (line === undefined || fault === "twice") items.push({ ...sent });
          return give(200, visible(Object.assign(thing, { items })));
        }
        case "removeItem": {
          const others = items.filter((one) => one["productId"] !== innerId);
          if (others.length < items.length && fault !== "item") Object.assign(thing, { items: others });
          return others.length < items.length ? none : give(404);
        }
        case "wrapCart":
          if ((items.length === 0 && fault !== "hollow") || (thing["wrapped"] === true && fault !== "again"))
            return give(422);
          return give(200, visible(Object.assign(thing, { wrapped: true })));
        case "addGift":
          if (!["card", "ribbon"].includes(innerId)) return give(404);
          return give(200, visible(Object.assign(thing, { gifts: { ...Object(thing["gifts"]), [innerId]: sent } })));
        case "removeGift": {
          const { [innerId]: gift, ...gifts } = Object(thing["gifts"]);
          if (gift === undefined) return give(404);
          return give(200, visible(Object.assign(thing, fault === "gift" ? {} : { gifts })));
        }
        case "addReview":
          return give(201, visible(keep("review", owner, { stars: sent.stars, at: sent.at, product: id })));
        case "listReviews": {
          const until = parameters.get("until") ?? "9999-01-01T00:00:00Z";
          const end = Date.parse(fault === "offset" ? until.replace(/[+-]..:..$/, "Z") : until);
          const timeOf = (one: Thing): number => Date.parse(String(one["at"]));
          const reviews = ofKind("review").filter(
            (one) => one["product"] === id && timeOf(one) < end + (fault === "until" ? 1 : 0),
          );
          if (fault !== "unsorted") reviews.sort((a, b) => timeOf(a) - timeOf(b));
          return give(200, reviews.map(visible));
        }
        case "getReview":
        case "deleteReview": {
          const tags = [headers.get("if-none-match"), headers.get("if-match")];
          const listed = fault === "listed" ? [tags[0]] : (tags[0]?.split(", ") ?? []);
          if (listed.includes('"1"') || (fault === "tag" && tags[0] !== undefined)) return { ...none, status: 304 };
          if (!["*", '"1"', undefined].includes(tags[1]) && !(fault === "weak" && tags[1]?.startsWith("W/") === true))
            return give(412);
          const review = give(200, visible(thing));
          if (operation.id === "getReview") return { ...review, headers: { ...review.headers, ETag: '"1"' } };
          if (fault !== "review") things.delete(id);
          return none;
        }
        case "deleteProduct":
          if (fault === "referred" && JSON.stringify([...things.values()].map((one) => one["items"])).includes(id))
            return give(409);
          bin.set(id, thing);
          things.delete(id);
          return none;
        case "replaceProduct": {
          const note = fault === "keeps" && sent["note"] === undefined ? thing["note"] : sent["note"];
          const replaced = productOf(fault === "lost" ? { ...sent, label: thing["label"] } : { ...sent, note });
          const name = fault === "text" ? String(replaced["name"]).toLowerCase() : replaced["name"];
          return give(200, visible(Object.assign(thing, replaced, { name })));
        }
        default:
          return give(200, visible(thing));
      }
    },
  };
}

const faults = `twice rule-broken addItem, item deleted-resource getCart, review deleted-resource getReview,
  unknown wrong-refusal getProduct, bound filter-ignored listProducts, sort list-differs listProducts, order list-differs listProducts,
  cursor page-offset listProducts, overflow lost-write addProduct, keeps lost-write getProduct, lost lost-write getProduct,
  text lost-write getProduct, total foreign-access listProducts, me foreign-access getMe, foreign foreign-access addOrder,
  spare undeclared-effect listProducts, fresh undeclared-effect getMe, referred undeclared-status deleteProduct,
  short page-size listProducts, newest list-differs listProducts, tag condition-ignored getReview, listed condition-ignored getReview, weak condition-ignored deleteReview,
  counts foreign-access getCounts, hollow wrong-transition wrapCart, again wrong-transition wrapCart, gift deleted-resource removeGift,
  shifts page-offset listProducts, brands list-differs listBrands, offset filter-ignored listReviews, until filter-ignored listReviews,
  unsorted list-differs listReviews, bin foreign-access restoreProduct, restored wrong-state getProduct`;

accusedOfEach("carts", faults, { description, habitsOf: carts, key, otherKey, spareKey, failFast: false });

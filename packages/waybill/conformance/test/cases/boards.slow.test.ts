// Boards with cards, in HAL and with problem details: what links, paths, states, versions and parameters say is checked, without extensions.
import { unescape as decoded } from "node:querystring";
import { openText } from "../description/opened.ts";
import { accusedOfEach } from "../run/obedient/run.ts";
import type { Habits } from "../run/obedient/server.ts";
import type { Thing } from "../run/obedient/store.ts";

const at = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const gives = (name: string): string => `{ $ref: "#/components/responses/${name}" }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;
const hal = (schema: string): string =>
  `{ description: OK, headers: { ETag: { schema: { type: string } } }, content: { application/hal+json: { schema: ${schema} } } }`;
const page = (name: string): string =>
  hal(`{ allOf: [{ $ref: "#/components/schemas/Page" }], type: object, properties: { _embedded: { type: object, properties:
      { items: { type: array, items: { $ref: "#/components/schemas/${name}" } } } } } }`);
const description = openText(`
openapi: 3.1.0
info: { title: Boards, version: "1", description: "Invalid members are listed in \`errors\`." }
paths:
  /boards:
    get: { operationId: listBoards, description: Links to the next page repeat the limit., parameters: &paged [
      { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } },
      { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }], responses: { 200: ${gives("Boards")}, 400: ${gives("No")} } }
    post: { operationId: addBoard, ${takes("NewBoard")}, responses: { 201: ${gives("Board")}, 400: ${gives("No")} } }
  /boards/{boardId}:
    parameters: [${at("boardId")}]
    get: { operationId: getBoard, responses: { 200: ${gives("Board")}, 404: ${gives("No")} } }
    patch:
      operationId: updateBoard
      description: A patch that changes nothing leaves \`changes\` and the ETag as they are.
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Changes" } } } }
      responses: { 200: ${gives("Board")}, 415: { description: It is not application/merge-patch+json. }, 428: ${gives("No")}, 4XX: ${gives("No")} }
    delete: { operationId: deleteBoard, responses: { 204: { description: Gone }, 404: ${gives("No")} } }
  /boards/{boardId}/cards:
    parameters: [${at("boardId")}]
    get:
      operationId: listCards
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } },
        { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }, { name: name, in: query, schema: { type: string, minLength: 1 } },
        { name: heavyFrom, in: query, description: "Least \`weight\`; the weight itself counts.", schema: { type: integer } },
        { name: sort, in: query, description: "By kind means tasks first (task, bug). Ties are broken by name, ascending.", schema: { enum: [weight, -weight, kind], default: weight } },
        { name: q, in: query, description: "A text that name contains, literally; capital and small letters of all scripts are alike.", schema: { type: string, minLength: 1 } },
        { name: tag, in: query, description: A card must have all of them., schema: { type: array, items: { type: string } } },
        { name: urgent, in: query, schema: { type: boolean } }, { name: weight, in: query, schema: { type: boolean } }, { name: kind, in: query, style: form, explode: false, schema: { type: array, items: { enum: [task, bug] } } }, { name: state, in: query, schema: { enum: [open, closed] } }]
      responses: { 200: ${gives("Cards")}, 4XX: ${gives("No")} }
    post: { operationId: addCard, ${takes("NewCard")}, responses: { 201: ${gives("Card")}, 4XX: ${gives("No")} } }
  /boards/{boardId}/cards/{cardId}:
    parameters: [${at("boardId")}, ${at("cardId")}]
    get: { operationId: getCard, responses: { 200: ${gives("Card")}, 404: ${gives("No")} } }
    put: { operationId: replaceCard, description: Only open cards can be replaced., ${takes("NewCard")},
      responses: { 200: ${gives("Card")}, 409: ${gives("No")}, 4XX: ${gives("No")} } }
  /boards/{boardId}/cards/{cardId}/close:
    parameters: [${at("boardId")}, ${at("cardId")}]
    post: { operationId: closeCard, description: For cards that are open (otherwise 409), responses: { 200: ${gives("Card")}, 404: ${gives("No")}, 409: ${gives("No")} } }
  /boards/{boardId}/cards/{cardId}/moves:
    parameters: [${at("boardId")}, ${at("cardId")}]
    post: { operationId: moveCard, ${takes("Move")}, responses: { 200: ${gives("Card")}, 4XX: ${gives("No")} } }
components:
  responses:
    No: { description: No, content: { application/problem+json: { schema: { properties: { status: { type: integer } } } } } }
    Board: ${hal('{ $ref: "#/components/schemas/Board" }')}
    Card: ${hal('{ $ref: "#/components/schemas/Card" }')}
    Boards: ${page("Board")}
    Cards: ${page("Card")}
  schemas:
    Name: { type: string, minLength: 1, maxLength: 60 }
    Weight: { type: integer, minimum: 1, maximum: 9, default: 5 }
    NewBoard: { type: object, required: [name], properties: { name: { $ref: "#/components/schemas/Name" } } }
    Look: { type: object, additionalProperties: false, properties: { dark: { type: boolean }, wide: { type: boolean } } }
    Changes: { type: object, properties: { name: { $ref: "#/components/schemas/Name" }, look: { $ref: "#/components/schemas/Look" },
        note: { type: [string, "null"], maxLength: 9 }, size: { type: [integer, "null"], minimum: 1, maximum: 3, default: 2 },
        until: { type: string, format: date-time, description: "In the future, otherwise 422." }, owner: { type: string, description: One of the members; anyone else is 422. } } }
    State: { type: string, enum: [open, closed] }
    Move: { type: object, required: [to], properties: { to: { $ref: "#/components/schemas/State" }, at: { type: string, format: date-time, description: The moment of the move. } } }
    NewCard: { allOf: [{ $ref: "#/components/schemas/NewBoard" }], type: object,
        properties: { weight: { $ref: "#/components/schemas/Weight" }, urgent: { type: boolean, default: false }, kind: { enum: [task, bug], default: task }, tags: { type: array, maxItems: 9, items: { type: string } }, days: { type: integer, minimum: 1, maximum: 9 } } }
    Link: { type: object, properties: { href: { type: string } } }
    Links: { type: object, properties: { self: { $ref: "#/components/schemas/Link" }, next: { $ref: "#/components/schemas/Link" }, prev: { $ref: "#/components/schemas/Link" },
        close: { allOf: [{ $ref: "#/components/schemas/Link" }], description: Only while the card is open. } } }
    Page: { type: object, properties: { _links: { $ref: "#/components/schemas/Links" }, total: { type: integer }, totalPages: { type: integer } } }
    Board: { type: object, properties: { id: { type: string }, name: { type: string }, look: { $ref: "#/components/schemas/Look" }, _links: { $ref: "#/components/schemas/Links" },
        note: { type: [string, "null"] }, size: { type: integer }, changes: { type: integer } } }
    Card: { allOf: [{ $ref: "#/components/schemas/Board" }], type: object, properties: { weight: { type: integer }, urgent: { type: boolean }, kind: { enum: [task, bug] }, tags: { type: array, items: { type: string } },
        state: { $ref: "#/components/schemas/State" },
        closedAt: { type: [string, "null"], description: When it was closed; null in every other state. },
        size: { type: integer }, points: { type: integer, description: weight times size. }, from: { type: string }, due: { type: string, description: 7 days after from }, end: { type: string, description: "\`from\` plus \`days\`" }, board: { $ref: "#/components/schemas/Board" } } }
`);

/** A service of the description, with one fault: what it returns for valid requests. */
function boards(fault: string): Habits {
  const things = new Map<string, Thing>();
  const pages = new Map<string, object[]>();
  const has = (status: number, body: object, type = "application/hal+json", headers = {}) => {
    return { status, headers: { "Content-Type": type, ...headers }, body: JSON.stringify(body) };
  };
  const keep = (thing: Thing): Thing => things.set(String(thing["id"]), thing).get(String(thing["id"])) ?? thing;
  const no = (status: number) => has(status, { status: fault === "status" ? 400 : status }, "application/problem+json");
  const lower = (text: string) =>
    fault === "letters" ? text.replace(/[A-Z]/g, (one) => one.toLowerCase()) : text.toLowerCase();
  const contains = (name: string, text: string) =>
    (fault === "wildcards" ? text.split(/[%_]/) : [text]).every((part) => lower(name).includes(lower(part)));
  const boardOf = ({ id = "", name = "", look = {}, note = null, size = 2, changes = 0 }: Thing) => {
    return { id, name, look, note, size, changes, _links: { self: { href: `/boards/${id}` } } };
  };
  const tagOf = (thing: Thing) => `"${Buffer.from(JSON.stringify(boardOf(thing))).toString("base64url")}"`;
  const cardOf = ({ id = "", name = "", weight = 0, urgent = false, kind = "task", tags = [], ...card }: Thing) => {
    const { state = "open", closedAt = null, days = null, parent = "", copy = {} } = card;
    return {
      ...{ id, name, weight, urgent, kind, tags, state },
      closedAt: fault === "closedAt" ? null : closedAt,
      ...{ size: 3, points: fault === "points" ? 3 + Number(weight) : 3 * Number(weight) },
      ...{ from: "2026-03-01", due: fault === "due" ? "2026-03-07" : "2026-03-08" },
      ...(days === null ? {} : { end: `2026-03-${String(fault === "end" ? 1 : 1 + Number(days)).padStart(2, "0")}` }),
      board: boardOf(Object(fault === "copy" ? copy : things.get(String(parent)))),
      _links: {
        self: { href: `/boards/${parent}/${fault === "self" ? "card" : "cards"}/${id}` },
        ...(state === "open" || fault === "link" ? { close: { href: `/boards/${parent}/cards/${id}/close` } } : {}),
      },
    };
  };
  const moved = (card: Thing, to: string) => {
    const isOpen = to === "open";
    const closedAt = isOpen ? (fault === "reopened" ? card["closedAt"] : null) : "2026-01-01T00:00:00Z";
    return has(200, cardOf(Object.assign(card, { state: to, closedAt: closedAt ?? null })));
  };
  return {
    overlooks: ({ place }, { id }) => fault === "json" && place === "content-type" && id === "updateBoard",
    rewrite: (written, { operation, incoming: { path, query, body, headers } }) => {
      const isText = headers.get("content-type") === "text/plain";
      if (isText && operation.id === "updateBoard") return { status: 415, headers: {}, body: "" };
      if (written.status === 400 && body.length > 0)
        return { ...written, body: JSON.stringify({ status: 400, ...(fault === "errors" ? {} : { errors: [{}] }) }) };
      if (written.status === 400 || written.status === 405 || written.status === 415) return written;
      const [, , boardId = "", , cardId = ""] = path.split("/").map(decoded);
      const sent = body.length === 0 ? {} : JSON.parse(String(body));
      const [asked, board, card] = [new URLSearchParams(query), things.get(boardId), things.get(cardId)];
      const [id, all] = [crypto.randomUUID(), [...things.values()]];
      const list = (listed: object[]) => {
        const [limit, offset] = [Number(asked.get("limit") ?? 10), Number(asked.get("offset") ?? 0)];
        const others = [...asked].filter(
          ([name]) => name !== "offset" && (name === "limit" ? fault !== "size" : fault !== "lost"),
        );
        const to = (start: number) => ({ href: `${path}?${new URLSearchParams([...others, ["offset", `${start}`]])}` });
        const prev = { prev: to(fault === "below" ? offset - limit : Math.max(0, offset - limit)) };
        const isLast = offset + limit >= listed.length || fault === "next";
        const next = isLast ? {} : { next: to(fault === "again" ? offset : offset + limit) };
        const seen = pages.get(`${path}?${query}`) ?? listed;
        pages.set(`${path}?${query}`, seen);
        if (fault === "stale") listed = seen;
        return has(200, {
          total: listed.length + (fault === "total" ? 1 : 0),
          totalPages: fault === "pages" ? Math.floor(listed.length / limit) : Math.ceil(listed.length / limit),
          _embedded: { items: listed.slice(offset, offset + limit) },
          _links: { ...next, ...(offset === 0 || fault === "prev" ? {} : prev) },
        });
      };
      if (operation.id === "listBoards") return list(all.filter((one) => !("parent" in one)).map(boardOf));
      if (operation.id === "addBoard") return has(201, boardOf(keep({ ...sent, id })));
      if (board === undefined && !(fault === "orphan" && card !== undefined)) return no(404);
      const isHere = card !== undefined && (card["parent"] === boardId || fault === "anywhere");
      if (cardId !== "" && !isHere) return no(404);
      switch (operation.id) {
        case "deleteBoard":
          things.delete(boardId);
          return { status: 204, headers: {}, body: "" };
        case "listCards": {
          const [name, from, sort] = [asked.get("name"), Number(asked.get("heavyFrom") ?? 0), asked.get("sort")];
          const least = fault === "from" ? from + 1 : from;
          const [text, urgent, state] = [asked.get("q") ?? "", asked.get("urgent"), asked.get("state")];
          const tags = asked.getAll("tag");
          const kinds = asked
            .get("kind")
            ?.split(",")
            .slice(0, fault === "kinds" ? 1 : 2) ?? ["task", "bug"];
          const needed = fault === "some" ? Math.min(1, tags.length) : tags.length;
          const ignored = fault === "urgent" || (fault === "both" && state !== null);
          const mine = all
            .filter((one) => one["parent"] === boardId && (fault === "least" || Number(one["weight"]) >= least))
            .filter((one) => tags.filter((tag) => Object(one["tags"] ?? []).includes(tag)).length >= needed)
            .filter((one) => text === "" || contains(String(one["name"]), text))
            .filter((one) => urgent === null || ignored || String(one["urgent"]) === urgent)
            .filter(
              (one) => kinds.includes(String(one["kind"] ?? "task")) && [null, cardOf(one).state].includes(state),
            );
          const named = mine.filter((one) => name === null || fault === "name" || String(one["name"]).includes(name));
          const sign = fault === "sort" || (fault === "default" && sort === null) ? 0 : sort === "-weight" ? -1 : 1;
          const [tie, textOf] = [fault === "ties" ? sign : 1, (one: Thing) => String(one["name"])];
          const isBug = ({ kind }: Thing) => Number((kind === "bug") !== (fault === "ranks"));
          const keyOf = (one: Thing) => (sort === "kind" ? isBug(one) : Number(one["weight"]));
          named.sort((a, b) => sign * (keyOf(a) - keyOf(b)) || tie * (textOf(a) < textOf(b) ? -1 : 1));
          return list(named.map(cardOf));
        }
        case "addCard": {
          const added = { weight: 5, urgent: false, closedAt: null, ...sent, id, parent: boardId, copy: { ...board } };
          return has(201, cardOf(keep(added)));
        }
        case "closeCard":
          if (card?.["state"] === "closed" && fault !== "twice") return no(409);
          return moved(card ?? {}, "closed");
        case "moveCard":
          return Date.parse(sent.at) < Date.now() ? no(422) : moved(card ?? {}, sent.to);
        case "updateBoard": {
          if (!headers.has("if-match") && fault !== "unconditional") return no(fault === "failed" ? 412 : 428);
          if (!["*", undefined, tagOf(board ?? {})].includes(headers.get("if-match"))) return no(412);
          const look = fault === "merge" ? sent.look : { ...Object(board?.["look"]), ...sent.look };
          if (Date.parse(sent.until) < Date.now() || ![undefined, "ann"].includes(sent.owner)) return no(422);
          if (sent.size === null) sent.size = 2;
          if (sent.note === null && fault === "null") delete sent.note;
          const before = JSON.stringify(boardOf(board ?? {}));
          const changed = Object.assign(board ?? {}, sent, sent.look === undefined ? {} : { look });
          const isChanged = fault === "touched" || JSON.stringify(boardOf(changed)) !== before;
          return has(
            200,
            boardOf(Object.assign(changed, { changes: Number(changed["changes"] ?? 0) + Number(isChanged) })),
          );
        }
        default: {
          if (operation.id === "replaceCard" && card?.["state"] === "closed" && fault !== "closed") return no(409);
          if (operation.id === "replaceCard" && fault === "adds") sent.weight = Number(card?.["weight"]) + 1;
          const isReplaced = operation.id === "replaceCard" && fault !== "kept";
          const unset = isReplaced ? { weight: 5, urgent: false, kind: "task", tags: [] } : {};
          const thing = Object.assign(card ?? board ?? {}, unset, sent);
          return card === undefined
            ? has(200, boardOf(thing), undefined, { ETag: fault === "etag" ? '"1"' : tagOf(thing) })
            : has(200, cardOf(thing));
        }
      }
    },
  };
}

const faults = `self lost-resource listCards, copy list-differs listCards, next page-report listBoards, again page-report listBoards,
  prev page-report listBoards, status invalid-body deleteBoard, etag condition-ignored getBoard, anywhere unknown-id-accepted getCard,
  orphan deleted-resource getCard, twice wrong-transition closeCard, closedAt wrong-state closeCard, kept lost-write replaceCard,
  name filter-ignored listCards, least filter-ignored listCards, sort list-differs listCards, urgent filter-ignored listCards,
  both filter-ignored listCards, total page-report listBoards, stale wrong-count listBoards, pages page-report listBoards,
  points rule-broken addCard, due rule-broken addCard, end rule-broken addCard, link rule-broken closeCard, errors wrong-refusal addBoard,
  merge lost-write updateBoard, from filter-ignored listCards, some filter-ignored listCards, letters filter-ignored listCards,
  wildcards filter-ignored listCards, default list-differs listCards, ties list-differs listCards, ranks list-differs listCards,
  below page-report listBoards, lost page-report listCards, unconditional condition-ignored updateBoard,
  closed wrong-transition replaceCard, adds lost-write replaceCard, kinds filter-ignored listCards, failed wrong-refusal updateBoard,
  size page-report listBoards,
  json invalid-accepted updateBoard, null lost-write getBoard, touched wrong-state getBoard, reopened rule-broken moveCard`;

accusedOfEach("boards", faults, { description, habitsOf: boards });

// A desk of accounts, bookings and notes: what names and words say of amounts, times, counts, states, searches and repetitions is checked,
// in envelopes too.
import { readFileSync } from "node:fs";
import { unescape as decoded } from "node:querystring";
import { expect, it, onTestFinished } from "vitest";
import { oneIn } from "../../../../../scripts/testing/long.ts";
import { runConformance } from "../../src/run/run.ts";
import { createTransport } from "../../src/run/transport.ts";
import { openText } from "../description/opened.ts";
import { accusedOfEach } from "../run/obedient/run.ts";
import { type Habits, openObedient, type WrittenResponse } from "../run/obedient/server.ts";
import type { Thing } from "../run/obedient/store.ts";

const secret = "the-key-of-one-1";
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const json = (schema: string, words = "OK"): string =>
  `{ description: ${words}, content: { application/json: { schema: ${schema} } } }`;
const versioned = (schema: string): string => json(schema, "OK, headers: { X-Version: { schema: { type: integer } } }");
const later = (schema: string): string =>
  json(schema, "OK, headers: { Location: { schema: { type: string } }, Retry-After: { schema: { type: integer } } }");
const data = (name: string): string => `{ type: object, properties: { data: ${ref(name)} } }`;
const takes = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const at = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const refuses = (words = "No"): string =>
  `400: ${json("{}")}, 401: ${json("{}")}, 404: ${json("{}")}, 409: ${json("{}", words)}`;
const listOf = (name: string): string =>
  `{ type: object, properties: { items: { type: array, items: ${ref(name)} } } }`;
const key =
  "{ name: Idempotency-Key, in: header, required: true, description: A repetition gets the first response. Another body with the same key is refused. A refused request leaves its key free., schema: { type: string } }";
const description = openText(`
openapi: 3.1.0
info: { title: Desk, version: "1", description: What is missing is \`404 no_thing\`. In an error \`requestId\` is that of X-Request-Id. }
security: [{ key: [] }]
paths:
  /accounts:
    post: { operationId: addAccount, ${takes(data("NewAccount"))}, responses: { 201: ${json(data("Account"))}, ${refuses()} } }
  /accounts/{accountId}:
    ${at("accountId")}
    get: { operationId: getAccount, responses: { 200: ${json(data("Account"))}, ${refuses()} } }
    patch: { operationId: nameAccount, ${takes(data("Name"))}, responses: { 200: ${json(data("Account"))}, ${refuses()} } }
  /accounts/{accountId}/close:
    ${at("accountId")}
    post: { operationId: closeAccount, responses: { 200: ${json(data("Account"))}, ${refuses()} } }
  /accounts/{accountId}/deposits:
    ${at("accountId")}
    post: { operationId: deposit, parameters: [${key}], ${takes(ref("Amount"))}, responses: { 201: ${json(ref("Entry"))}, ${refuses("The account is closed.")} } }
  /transfers:
    post: { operationId: transfer, description: Between two different accounts., ${takes(ref("Transfer"))}, responses: { 201: ${json(ref("Entry"))}, ${refuses()} } }
  /exports:
    post: { operationId: addExport, responses: { 202: ${later(ref("Export"))}, ${refuses()} } }
  /exports/{exportId}:
    ${at("exportId")}
    get: { operationId: getExport, responses: { 200: ${json(ref("Export"))}, ${refuses()} } }
  /desk: { get: { operationId: getDesk, responses: { 200: ${json("{ type: object, properties: { ink: { type: string }, written: { type: integer } } }")}, ${refuses()} } } }
  /rooms: { get: { operationId: listRooms, description: The cheapest room comes first., responses: { 200: ${json(listOf("Room"))}, ${refuses()} } } }
  /bookings:
    post: { operationId: book, description: One may start when another ends. It is invalid if it ends before it starts., ${takes(ref("Booking"))},
      responses: { 201: ${json(ref("Booking"))}, ${refuses()} } }
  /bookings/{bookingId}:
    ${at("bookingId")}
    get: { operationId: getBooking, responses: { 200: ${json(ref("Booking"))}, ${refuses()} } }
  /folders:
    get: { operationId: listFolders, parameters: [{ name: hasNotes, in: query, description: Only those with notes., schema: { type: boolean } }], responses: { 200: ${json(listOf("Folder"))}, ${refuses()} } }
    post: { operationId: addFolder, description: The name of a deleted folder can be used again., ${takes(ref("NewAccount"))}, responses: { 201: ${json(ref("Folder"))}, ${refuses("The name is taken.")} } }
  /folders/{folderId}:
    ${at("folderId")}
    get: { operationId: getFolder, responses: { 200: ${json(ref("Folder"))}, ${refuses()} } }
    delete: { operationId: deleteFolder, responses: { 204: { description: Gone }, ${refuses("The folder has notes.")} } }
  /notes:
    get: { operationId: listNotes, parameters: [{ name: folderId, in: query, schema: { type: string } },
        { name: q, in: query, description: "Looks for it in name, ignoring case.", schema: { type: string, minLength: 1 } }],
      responses: { 200: ${json(listOf("Note"), "OK, headers: { X-Total-Count: { schema: { type: integer } } }")}, ${refuses()} } }
    post: { operationId: addNote, ${takes(ref("NewNote"))}, responses: { 201: ${json(ref("Note"))}, ${refuses()} } }
  /notes/{noteId}:
    ${at("noteId")}
    get: { operationId: getNote, responses: { 200: ${versioned(ref("Note"))}, ${refuses()} } }
    delete: { operationId: deleteNote, description: "Its folder has the place again. It does not change \`written\` of the desk.", responses: { 204: { description: Gone }, ${refuses()} } }
    put: { operationId: replaceNote, ${takes(ref("NewNote"))}, responses: { 200: ${json(ref("Note"))}, ${refuses()} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Name: { type: object, properties: { name: { type: string, minLength: 1, maxLength: 60 } } }
    NewAccount: { allOf: [${ref("Name")}], type: object, required: [name] }
    Account: { type: object, properties: { id: { type: string }, name: { type: string }, balance: { type: string }, status: { enum: [open, closed] } } }
    Sum: { type: string, pattern: '^[1-9]?[0-9]\\.[0-9]{2}$', example: "12.50" }
    Amount: { type: object, required: [amount], properties: { amount: ${ref("Sum")}, text: { type: string, maxLength: 60 } } }
    Transfer: { type: object, required: [fromAccountId, toAccountId, amount], properties: { fromAccountId: { type: string }, toAccountId: { type: string }, amount: ${ref("Sum")} } }
    Entry: { type: object, properties: { id: { type: string }, amount: { type: string }, balanceAfter: { type: string } } }
    Room: { type: object, properties: { id: { type: string }, rate: { type: object, properties: { amount: { type: string }, currency: { type: string } } } } }
    Export: { type: object, properties: { id: { type: string }, status: { enum: [queued, done] } } }
    Booking: { type: object, required: [roomId, startsAt, endsAt], properties: { id: { type: string, readOnly: true }, hours: { type: number, maximum: 9, readOnly: true }, roomId: { type: string }, startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time } } }
    Folder: { type: object, properties: { id: { type: string }, name: { type: string }, noteCount: { type: integer, description: The number of notes in it. }, places: { type: integer } } }
    NewNote: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 }, folderId: { type: string }, ink: { type: string, maxLength: 9, description: "The \`ink\` of the desk if left out." } } }
    Note: { allOf: [${ref("NewNote")}], type: object, properties: { id: { type: string }, version: { type: integer, description: Grows with every change. } } }
`);

/** A service of the description, with one fault: what it returns for valid requests. */
function desk(fault: string): Habits {
  const [things, names] = [new Map<string, Thing>(), new Set<unknown>()];
  const replies = new Map<string, { sent: string; reply: WrittenResponse }>();
  const give = (status: number, body: object = {}, headers = {}): WrittenResponse => {
    return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
  };
  const gone: WrittenResponse = { status: 204, headers: {}, body: "" };
  const add = (kind: string, thing: Thing): Thing => {
    const added = { ...thing, id: crypto.randomUUID(), kind };
    things.set(added.id, added);
    return added;
  };
  const all = (kind: string): Thing[] => [...things.values()].filter((one) => one["kind"] === kind);
  const textOf = (cents: number): string => (cents / 100).toFixed(2);
  const centsOf = ({ amount = "" }: Thing): number =>
    (fault === "cents" ? Math.floor : Math.round)(Number(amount) * 100);
  const inFolder = ({ id = "" }: Thing): Thing[] => all("note").filter((one) => one["folderId"] === id);
  const visible = ({ kind, ...thing }: Thing): Thing => {
    const { id = "", name = "", folderId, version = 1, ink = fault === "ink" ? "red" : "blue" } = thing;
    if (kind === "account")
      return { id, name, status: thing["status"] ?? "", balance: textOf(Number(thing["balance"])) };
    if (kind === "note") return { id, name, version, ink, ...(folderId === undefined ? {} : { folderId }) };
    const notes = fault === "count" ? all("note") : inFolder(thing);
    return kind === "folder" ? { id, name, noteCount: notes.length, places: Number(thing["places"]) } : thing;
  };
  const move = (account: Thing, by: number): Thing =>
    Object.assign(account, { balance: Number(account["balance"]) + by });
  const place = ({ folderId }: Thing, by: number): void => {
    const folder = things.get(String(folderId));
    if (folder !== undefined) folder["places"] = Number(folder["places"]) + by;
  };
  const conflicts = (start: number, end: number): boolean =>
    all("booking").some((one) => {
      const [from, to] = [Date.parse(String(one["startsAt"])), Date.parse(String(one["endsAt"]))];
      if (fault === "around") return (start >= from && start < to) || (end > from && end <= to);
      return fault === "touch" ? start <= to && from <= end : start < to && from < end;
    });
  const note = (sent: Thing): Thing => add("note", { ...sent, version: 1 });
  const isUnknown = ({ folderId }: Thing): boolean => folderId !== undefined && !things.has(String(folderId));
  return {
    rewrite: (written, { operation, incoming: { path, query, body, headers } }) => {
      const [spent, isSpent] = [String(headers.get("idempotency-key")), fault === "spent" && written.status === 400];
      if (isSpent) replies.set(spent, { sent: String(body), reply: written });
      if ([400, 401, 405, 415].includes(written.status)) return written;
      const [, , id = ""] = path.split("/").map(decoded);
      const sent = body.length === 0 ? {} : JSON.parse(String(body));
      const [thing, parameters] = [things.get(id), new URLSearchParams(query)];
      const [from, to] = [things.get(sent.fromAccountId), things.get(sent.toAccountId)];
      switch (operation.id) {
        case "addAccount":
          return give(201, { data: visible(add("account", { ...sent.data, balance: 0, status: "open" })) });
        case "transfer":
          if (from === undefined || to === undefined || (from === to && fault !== "same")) return give(409);
          if (Number(from["balance"]) < centsOf(sent)) return give(409);
          move(to, centsOf(sent));
          if (fault !== "once") move(from, -centsOf(sent));
          return give(201, visible(add("entry", { amount: sent.amount })));
        case "addExport": {
          const made = add("export", { status: "queued" });
          if (fault !== "stuck") setTimeout(() => Object.assign(made, { status: "done" }), 20);
          const Location = `/${fault === "nowhere" ? "jobs" : "exports"}/${made["id"]}`;
          return give(202, visible(made), { Location, "Retry-After": "0" });
        }
        case "book": {
          const [start, end] = [Date.parse(sent.startsAt), Date.parse(sent.endsAt)];
          const hours = (end - start) / 3_600_000 || 0;
          const isLong = hours > 9 && fault !== "long";
          if ((end < start && fault !== "reversed") || isLong || !["room-1", "room-2"].includes(sent.roomId))
            return give(400);
          return conflicts(start, end) ? give(409) : give(201, visible(add("booking", { ...sent, hours })));
        }
        case "getDesk":
          return give(200, { ink: "blue", written: fault === "unwritten" ? all("note").length : 5 });
        case "listRooms":
          return give(200, {
            items: (fault === "dear" ? ["10.00", "9.50"] : ["9.50", "10.00"]).map((amount) => ({
              id: amount === "9.50" ? "room-1" : "room-2",
              rate: { amount, currency: "EUR" },
            })),
          });
        case "listFolders":
          return give(200, {
            items: all("folder")
              .map(visible)
              .filter((one) => parameters.get("hasNotes") !== "true" || fault === "switch" || one["noteCount"] !== 0),
          });
        case "addFolder":
          if (names.has(sent.name)) return give(409);
          names.add(sent.name);
          return give(201, visible(add("folder", { ...sent, places: 9 })));
        case "listNotes": {
          const [folder, text] = [parameters.get("folderId"), parameters.get("q") ?? ""];
          const has = (one: Thing): boolean =>
            fault === "case"
              ? String(one["name"]).includes(text)
              : String(one["name"]).toLowerCase().includes(text.toLowerCase());
          const items = all("note")
            .filter((one) => (folder === null || one["folderId"] === folder) && has(one))
            .map(visible);
          return give(200, { items }, { "X-Total-Count": (fault === "header" ? all("note") : items).length });
        }
        case "addNote":
          if (isUnknown(sent)) return give(400);
          place(sent, -1);
          return give(201, visible(note(sent)));
        default:
          break;
      }
      const isOfKind = operation.path.text.startsWith(`/${String(thing?.["kind"])}s/`);
      const missing = { code: "no_thing", requestId: fault === "request" ? "2" : "1" };
      if (thing === undefined || !isOfKind) return give(fault === "code" ? 409 : 404, missing, { "X-Request-Id": "1" });
      switch (operation.id) {
        case "closeAccount":
          if (Number(thing["balance"]) > 0 || thing["status"] === "closed") return give(409);
          return give(200, { data: visible(Object.assign(thing, { status: "closed" })) });
        case "nameAccount":
          return give(200, { data: visible(Object.assign(thing, fault === "name" ? {} : sent.data)) });
        case "deposit": {
          const repeated = replies.get(String(headers.get("idempotency-key")));
          if (repeated !== undefined)
            return (repeated.sent === String(body) && fault !== "again") || fault === "key"
              ? repeated.reply
              : give(409);
          if (thing["status"] === "closed" && fault !== "closed") return give(409);
          const before = Number(thing["balance"]);
          move(thing, centsOf(sent));
          const balanceAfter = textOf(fault === "before" ? before : Number(thing["balance"]));
          const reply = give(201, visible(add("entry", { amount: sent.amount, balanceAfter })));
          if (headers.has("idempotency-key"))
            replies.set(String(headers.get("idempotency-key")), { sent: String(body), reply });
          return reply;
        }
        case "deleteNote":
          if (fault !== "places") place(thing, 1);
          things.delete(id);
          return gone;
        case "deleteFolder":
          if (inFolder(thing).length > 0 && fault !== "emptied") return give(409);
          if (fault !== "taken") names.delete(thing["name"]);
          things.delete(id);
          return gone;
        case "replaceNote": {
          if (isUnknown(sent)) return give(400);
          const { folderId: _, ink: __, ...rest } = thing;
          place(thing, 1);
          place(sent, -1);
          things.set(id, { ...rest, ...sent, version: Number(thing["version"]) + (fault === "version" ? 0 : 1) });
          return give(200, visible(things.get(id) ?? thing));
        }
        default:
          return give(200, thing["kind"] === "account" ? { data: visible(thing) } : visible(thing));
      }
    },
  };
}

/** The same with a fault that a check of Schemathesis is about. */
function withFault(fault: string, { rewrite }: Habits): Habits {
  const overlooked = { negative_data_rejection: "maxLength", missing_required_header: "required" }[fault];
  return {
    overlooks: ({ keyword, place }) =>
      fault === "ignored_auth" ? place === "security" : keyword === overlooked && /^body|^header/.test(place),
    rewrite: (written, about) => {
      const right = rewrite?.(written, about) ?? written;
      const [{ id }, { status, headers, body }] = [about.operation, right];
      const changes: Readonly<Record<string, Partial<WrittenResponse> | false>> = {
        not_a_server_error: id === "getNote" && { status: 500 },
        status_code_conformance: id === "getNote" && status === 404 && { status: 410 },
        content_type_conformance: id === "getNote" && { headers: { ...headers, "Content-Type": "application/jsonn" } },
        response_headers_conformance: id === "getNote" && { headers: { ...headers, "X-Version": "one" } },
        response_schema_conformance: id === "getNote" && { body: String(body).replace(/"version":/, '"name":7,"_":') },
        positive_data_acceptance: id === "addNote" && /x{60}/.test(String(body)) && { status: 400 },
        use_after_free: id === "getFolder" && status === 404 && { status: 200, body: '{"id":"x"}' },
        ensure_resource_availability: id === "getFolder" && { status: 404 },
      };
      return { ...right, ...(changes[fault] || {}) };
    },
  };
}

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `([a-z_]+)` \|.*\| `([a-z-]+)`[^|]*\|$/gm)].map(
  ([, theirs = "", ours = ""]) => [theirs, ours] as const,
);

it("the README has the checks of Schemathesis that this kit has", () => expect(rows).toHaveLength(13));

it.each(oneIn(4, rows))("the fault that %s is about is found: %s", async (fault, check) => {
  const server = await openObedient(description, { key: secret, habits: withFault(fault, desk("none")) });
  onTestFinished(() => server.stop());
  const transport = createTransport({ responseMs: 5_000 });
  const send: typeof transport.send = async (request) =>
    fault === "unsupported_method" && request.method === "PATCH" && request.target.startsWith("/notes")
      ? { status: 200, headers: [], body: new Uint8Array() }
      : await transport.send(request);
  onTestFinished(() => transport.close());
  const responseTime = { "*": fault === "max_response_time" ? 0.001 : 60_000 };
  const report = await runConformance({ description, url: server.url, key: secret, responseTime, send });
  expect(report.findings.map((finding) => finding.check)).toContain(check);
});

const faults = `name lost-write nameAccount, cents wrong-state transfer, once wrong-state transfer, same rule-broken transfer,
  before wrong-state deposit, key repetition-served deposit, closed wrong-transition deposit, count wrong-count listFolders,
  code wrong-refusal getFolder, request wrong-refusal getFolder, case filter-ignored listNotes, stuck wrong-state getExport, nowhere lost-resource addExport, reversed invalid-accepted book,
  around rule-broken book, touch valid-refused book, emptied wrong-transition deleteFolder, version wrong-state getNote,
  places wrong-state deleteNote, header page-report listNotes, switch filter-ignored listFolders, again repetition-served deposit,
  taken wrong-state addFolder, long invalid-body book, spent repetition-served deposit, ink wrong-state addNote,
  unwritten wrong-state deleteNote`;

accusedOfEach("a desk", faults, { description, habitsOf: desk, key: secret });

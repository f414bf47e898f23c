// Members of a body that name something else: an unknown one is rejected where a declared 404 can be about nothing else, and a list filters
// by a number that names something.
import { expect, it, onTestFinished } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";
import { found } from "./obedient/run.ts";
import { type Habits, openObedient, type WrittenResponse } from "./obedient/server.ts";
import type { Thing } from "./obedient/store.ts";

const desk = { id: "desk-1", name: "North" };
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const loan =
  "{ type: object, required: [id, bookId], properties: { id: { type: integer }, bookId: { type: integer }, desk: { type: string } } }";
const invalid = "400: { description: Invalid. }";
const description = openText(`
openapi: 3.1.0
info: { title: Loans, version: "1" }
components:
  schemas:
    NewLoan: { type: object, required: [bookId, readerId, days],
      properties: { bookId: { type: integer }, readerId: { type: string }, days: { type: integer, minimum: 1 }, deskId: { type: string } },
      x-waybill-references: [{ path: deskId, operation: listDesks, member: id, shownAs: { path: desk, member: name } }] }
paths:
  /desks: { get: { operationId: listDesks, responses: { 200: { description: Desks.,
    ${json("{ type: array, items: { type: object, properties: { id: { type: string }, name: { type: string } } } }")} } } } }
  /books: { post: { operationId: addBook, responses: { 201: { description: Added., ${json("{ type: object, required: [id], properties: { id: { type: integer } } }")} } } } }
  /readers: { post: { operationId: addReader, responses: { 201: { description: Added., ${json("{ type: object, required: [id], properties: { id: { type: string } } }")} } } } }
  /loans:
    get: { operationId: listLoans, parameters: [{ name: bookId, in: query, schema: { type: integer } }],
      responses: { 200: { description: Loans., ${json(`{ type: array, items: ${loan} }`)} }, ${invalid} } }
    post: { operationId: lend, requestBody: { required: true, ${json('{ $ref: "#/components/schemas/NewLoan" }')} },
      responses: { 201: { description: Lent., ${json(loan)} }, ${invalid}, 404: { description: No such book. } } }
`);

type Fault = "any book is lent" | "any case of a reader" | "the filter is ignored" | "a chosen desk has its id";

/** Of a service of the description: `fault` is what it does wrong. */
function habitsWith(fault: Fault | null): Habits {
  const [books, loans] = [new Set<number>(), [] as Thing[]];
  const give = (status: number, body: object): WrittenResponse => {
    return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  };
  const plain = (text: string): string => (fault === "any case of a reader" ? text.toLowerCase() : text);
  return {
    rewrite: (written, { operation, incoming: { query, body } }) => {
      if (written.status >= 300) return written;
      if (operation.id === "addBook") return give(201, { id: books.add(books.size + 1).size });
      if (operation.id === "listDesks") return give(200, [desk]);
      if (operation.id === "addReader") return give(201, { id: readerId });
      if (operation.id === "listLoans") {
        const wanted = fault === "the filter is ignored" ? null : new URLSearchParams(query).get("bookId");
        const listed = loans.filter(({ bookId }) => wanted === null || bookId === Number(wanted));
        return give(200, listed);
      }
      const { bookId, readerId: reader, deskId } = JSON.parse(String(body));
      const isBook = fault === "any book is lent" || books.has(bookId);
      if (deskId !== undefined && deskId !== desk.id) return { status: 400, headers: {}, body: "" };
      if (!isBook || plain(reader) !== plain(readerId)) return { status: 404, headers: {}, body: "" };
      const isById = fault === "a chosen desk has its id" && deskId === undefined;
      loans.push({ id: loans.length + 1, bookId, desk: isById ? desk.id : desk.name });
      return give(201, loans.at(-1) ?? {});
    },
  };
}

const readerId = "Reader-Ann";

it.each<[Fault | null, string[]]>([
  [null, []],
  ["any book is lent", ["unknown-id-accepted lend"]],
  ["any case of a reader", ["unknown-id-accepted lend"]],
  ["the filter is ignored", ["filter-ignored listLoans"]],
  ["a chosen desk has its id", ["lost-write listLoans"]],
])("a reference in a body with the fault %j, exactly that is found", async (fault, findings) => {
  const server = await openObedient(description, { habits: habitsWith(fault) });
  onTestFinished(() => server.stop());
  expect(found(await runConformance({ description, url: server.url, key: null }))).toEqual(findings);
});

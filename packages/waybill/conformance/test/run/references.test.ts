// Members of a body that name something else: an unknown one is rejected where a declared 404 can be about nothing else, and a list filters
// by a number that names something.
import { describe, expect, it } from "vitest";
import type { ReceivedResponse, SentRequest } from "../../src/exchange/exchange.ts";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";
import { found } from "./obedient/run.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const id = { type: "integer" };
const book = { type: "object", required: ["id"], properties: { id } };
const newLoan = {
  type: "object",
  required: ["bookId", "readerId", "days"],
  properties: { bookId: id, readerId: { type: "string" }, days: { type: "integer", minimum: 1 } },
};
const reader = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const loan = { type: "object", required: ["id", "bookId"], properties: { id, bookId: id } };
const said = (description: string, schema: object): object => ({ description, ...json(schema) });

const description = openText({
  openapi: "3.1.0",
  info: { title: "Loans", version: "1" },
  paths: {
    "/books": { post: { operationId: "addBook", responses: { 201: said("Added.", book) } } },
    "/readers": { post: { operationId: "addReader", responses: { 201: said("Added.", reader) } } },
    "/loans": {
      get: {
        operationId: "listLoans",
        parameters: [{ name: "bookId", in: "query", schema: id }],
        responses: { 200: said("Loans.", { type: "array", items: loan }), 400: { description: "Invalid." } },
      },
      post: {
        operationId: "lend",
        requestBody: { required: true, ...json(newLoan) },
        responses: {
          201: said("Lent.", loan),
          400: { description: "Invalid." },
          404: { description: "No such book." },
        },
      },
    },
  },
});

type Fault = "any book is lent" | "any case of a reader" | "the filter is ignored";

/** A service in memory: `fault` is what it does wrong. */
function serviceWith(fault: Fault | null): (request: SentRequest) => Promise<ReceivedResponse> {
  const [books, loans] = [new Set<number>(), [] as { readonly id: number; readonly bookId: number }[]];
  const respond = ({ method, target, headers, body }: SentRequest): readonly [status: number, json?: unknown] => {
    const { pathname, searchParams } = new URL(target, "http://loans.example");
    if (pathname === "/books" && method === "POST") return [201, { id: books.add(books.size + 1).size }];
    if (pathname === "/readers" && method === "POST") return [201, { id: readerId }];
    if (pathname !== "/loans") return [404];
    if (method === "GET") {
      const wanted = searchParams.get("bookId");
      if (wanted !== null && !/^-?(0|[1-9]\d*)$/.test(wanted)) return [400];
      const isWanted = ({ bookId }: { readonly bookId: number }): boolean =>
        wanted === null || bookId === Number(wanted);
      return [200, loans.filter((one) => fault === "the filter is ignored" || isWanted(one))];
    }
    if (method !== "POST") return [405];
    if (!headers.some(([, value]) => value === "application/json")) return [400];
    const { bookId, readerId: sent, days } = loanIn(body);
    if (typeof sent !== "string") return [400];
    const isReader =
      fault === "any case of a reader" ? sent.toLowerCase() === readerId.toLowerCase() : sent === readerId;
    if (!Number.isInteger(bookId) || !Number.isInteger(days) || Number(days) < 1) return [400];
    if (!isReader) return [404];
    if (fault !== "any book is lent" && !books.has(Number(bookId))) return [404];
    const made = { id: loans.length + 1, bookId: Number(bookId) };
    loans.push(made);
    return [201, made];
  };
  return async (request) => {
    const [status, body] = respond(request);
    const headers: [string, string][] = body === undefined ? [] : [["content-type", "application/json"]];
    return { status, headers, body: Buffer.from(body === undefined ? "" : JSON.stringify(body)) };
  };
}

const readerId = "Reader-Ann";

function loanIn(body: Uint8Array | null): Readonly<Partial<Record<"bookId" | "readerId" | "days", unknown>>> {
  try {
    return Object(JSON.parse(Buffer.from(body ?? []).toString()));
  } catch {
    return {};
  }
}

describe("a reference in a body", () => {
  it.each<[Fault | null, string[]]>([
    [null, []],
    ["any book is lent", ["unknown-id-accepted lend"]],
    ["any case of a reader", ["unknown-id-accepted lend"]],
    ["the filter is ignored", ["filter-ignored listLoans"]],
  ])("with the fault %j, exactly that is found", async (fault, findings) => {
    const report = await runConformance({
      description,
      url: "http://loans.example",
      key: null,
      send: serviceWith(fault),
    });
    expect(found(report)).toEqual(findings);
  });
});

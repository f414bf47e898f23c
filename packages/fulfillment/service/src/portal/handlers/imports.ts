// The handlers of CSV imports: a preview that stores nothing, and imports that run in the background.

import type { Handlers } from "@fulfillment/portal-api/server";
import type { FieldProblem, Import, ImportLine, ImportProblem, ImportRefusal } from "@fulfillment/portal-api/types";
import { type ImportedOrder, unknownMentions } from "../../domain/import-orders.ts";
import { createImport } from "../../domain/imports.ts";
import { readOrders } from "../../orders-csv/read.ts";
import { reasonOf } from "../../reason.ts";
import { writeFor } from "../../storage/database.ts";
import { campaignOfAccount } from "../../storage/queries/catalog.ts";
import {
  countImportLines,
  type ImportOrderRow,
  type ImportRow,
  importLines,
  importOfAccount,
  latestImports,
} from "../../storage/queries/imports.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { invalidFields, notFound } from "../problems.ts";

type ImportHandlers = Pick<
  Handlers<PortalContext>,
  "previewImport" | "startImport" | "listImports" | "getImport" | "listImportLines"
>;

const contentType = "application/json";
const sampleSize = 20;
const listed = 50;
/** Beyond it, a list of problems helps no one. */
const mostProblems = 1000;

export function createImportHandlers(parts: PortalParts): ImportHandlers {
  const { database, imports, now } = parts;
  return {
    previewImport: async ({ body }, context) => {
      const read = await readUpload(parts, memberOf(context).account_id, body);
      if (read.fields.length > 0) return invalidFields(read.fields);
      const { orders, problems, fileName } = read;
      const items = orders.reduce((count, { lines }) => count + lines.length, 0);
      const sample = orders.slice(0, sampleSize).map(previewOf);
      return { status: 200, contentType, body: { fileName, orders: orders.length, items, problems, sample } };
    },
    startImport: async ({ body }, context) => {
      const { account_id: accountId } = memberOf(context);
      const { fields, orders, problems, fileName } = await readUpload(parts, accountId, body);
      if (fields.length > 0) return refusal("Some fields are invalid.", fields, []);
      if (problems.length > 0) return refusal("The file has problems. Nothing was imported.", [], problems);
      const wanted = { accountId, campaignId: body.campaignId, fileName, orders, now: now() };
      const row = await writeFor(database, accountId, (transaction) => createImport(transaction, wanted));
      imports.wake(row.id);
      return { status: 202, contentType, body: importOf(row) };
    },
    listImports: async (_, context) => {
      const rows = await database.all(latestImports, { accountId: memberOf(context).account_id, limit: listed });
      return { status: 200, contentType, body: rows.map(importOf) };
    },
    getImport: async ({ path: { importId: id } }, context) => {
      const row = await database.first(importOfAccount, { accountId: memberOf(context).account_id, id });
      if (row === null) return notFound("Import");
      // Another process may have begun it, and ended.
      if (row.finished_at === null) imports.wake(id);
      return { status: 200, contentType, body: importOf(row) };
    },
    listImportLines: async ({ path: { importId: id }, query = {} }, context) => {
      const { limit = 20, offset = 0, status = "" } = query;
      const row = await database.first(importOfAccount, { accountId: memberOf(context).account_id, id });
      if (row === null) return notFound("Import");
      const filter = { importId: id, status };
      const lines = await database.all(importLines, { ...filter, limit, offset });
      const total = (await database.first(countImportLines, filter))?.count ?? 0;
      return { status: 200, contentType, body: { items: lines.map(lineOf), total } };
    },
  };
}

interface Upload {
  readonly fields: readonly FieldProblem[];
  readonly fileName: string | null;
  readonly orders: readonly ImportedOrder[];
  readonly problems: ImportProblem[];
}

async function readUpload(
  { database }: PortalParts,
  accountId: string,
  { campaignId, file }: { readonly campaignId: string; readonly file: File },
): Promise<Upload> {
  const name = file.name.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ").slice(0, 200);
  const fileName = name === "" ? null : name;
  if ((await database.first(campaignOfAccount, { accountId, id: campaignId })) === null) {
    const fields = [{ path: "campaignId", message: "Unknown campaign" }];
    return { fields, fileName, orders: [], problems: [] };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await readOrders(piecesOf(bytes)).catch((error: unknown) => {
    const problems = [{ line: 1, column: null, what: reasonOf(error) }];
    return { orders: [], mentions: [], problems };
  });
  const unknown = await unknownMentions(database, accountId, read.mentions);
  const problems = [...read.problems, ...unknown]
    .sort((a, b) => a.line - b.line)
    .slice(0, mostProblems)
    .map(({ line, column, what }) => ({ line, column, message: what }));
  return { fields: [], fileName, orders: read.orders, problems };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function refusal(message: string, fields: readonly FieldProblem[], problems: readonly ImportProblem[]) {
  const body: ImportRefusal = {
    code: "invalid_request",
    message,
    fields: [...fields],
    problems: [...problems],
  };
  return { status: 400 as const, contentType: "application/json" as const, body };
}

function previewOf({ line, sourceOrderNumber = null, recipient, warehouse, lines }: ImportedOrder) {
  const name = `${recipient.firstName} ${recipient.lastName}`;
  const { city, country } = recipient;
  return { line, sourceOrderNumber, recipient: name, city, country, warehouse, products: [...lines] };
}

function importOf(row: ImportRow): Import {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    fileName: row.file_name,
    status: row.finished_at === null ? "RUNNING" : "DONE",
    orders: row.orders,
    placed: row.placed,
    failed: row.failed,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function lineOf({ line, status, recipient, order_id, order_number, problem }: ImportOrderRow): ImportLine {
  return { line, status: statusOf(status), recipient, orderId: order_id, orderNumber: order_number, problem };
}

function statusOf(status: string): ImportLine["status"] {
  if (status === "PLACED" || status === "FAILED") return status;
  return "WAITING";
}

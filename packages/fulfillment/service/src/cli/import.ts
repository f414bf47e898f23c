// `fulfillment orders import`: a CSV file -> orders of one account and campaign, all of them or none.
import { createReadStream } from "node:fs";
import type { Command } from "commander";
import { type ImportProblem, importOrders, unknownMentions } from "../domain/import-orders.ts";
import { optionalColumns, requiredColumns } from "../orders-csv/header.ts";
import { mostRows, readOrders } from "../orders-csv/read.ts";
import type { OrdersFile } from "../orders-csv/rows.ts";
import type { Database } from "../storage/database.ts";
import { campaignOfAccount } from "../storage/queries/catalog.ts";
import { accountOf } from "./account-name.ts";
import { Failure, failureText } from "./failure.ts";
import { option } from "./options.ts";
import { effectsOf, withDatabase } from "./storage.ts";
import { printable, printJson, type Terminal } from "./terminal.ts";

interface ImportOptions {
  readonly account: string;
  readonly campaign: string;
}

export function addImportCommand(orders: Command, terminal: Terminal): void {
  orders
    .command("import")
    .description("Import orders from a CSV file. If the file has any error, no order is imported.")
    .summary("import orders from a CSV file")
    .argument("<file>", "the CSV file, in UTF-8, with a header row")
    .addOption(option("--account <id>", "id or name of the account that places the orders").makeOptionMandatory())
    .addOption(option("--campaign <id>", "the campaign of the orders").makeOptionMandatory())
    .addHelpText("after", columnsText)
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const read = await readFile(file);
      const { orderIds, problems } = await withDatabase(command, terminal, (database) =>
        importInto(database, { read, options, terminal }),
      );
      for (const problem of problems) terminal.err(`${problemText(file, problem)}\n`);
      if (problems.length > 0)
        throw new Failure(`nothing was imported: ${countOf(problems.length, "problem")} in ${file}`);
      printJson(terminal, { imported: orderIds.length, orderIds });
    });
}

const columnsText = `
Columns, in any order:
  required  ${requiredColumns.join(", ")}
  optional  ${optionalColumns.join(", ")}

Each row is an order. Rows with the same sourceOrderNumber are lines of one order; empty cells of later rows
repeat the first row. warehouse is an alias, as in GET /v1/orders/warehouses; country defaults to US.
The limit is ${mostRows} rows.`;

async function readFile(file: string): Promise<OrdersFile> {
  try {
    return await readOrders(createReadStream(file));
  } catch (error) {
    throw new Failure(`cannot read ${file}: ${failureText(error)}`, { cause: error });
  }
}

interface Import {
  readonly read: OrdersFile;
  readonly options: ImportOptions;
  readonly terminal: Terminal;
}

async function importInto(database: Database, { read, options, terminal }: Import) {
  const { id: accountId } = await accountOf(database, options.account);
  const campaign = await database.first(campaignOfAccount, { accountId, id: options.campaign });
  if (campaign === null) throw new Failure(`account ${options.account} has no campaign ${options.campaign}`);
  const unknown = await unknownMentions(database, accountId, read.mentions);
  const problems = [...read.problems, ...unknown].sort((a, b) => a.line - b.line);
  if (problems.length > 0) return { orderIds: [], problems };
  const request = { accountId, campaignId: campaign.id, orders: read.orders };
  const effects = effectsOf(terminal);
  return { orderIds: await database.write((transaction) => importOrders(transaction, request, effects)), problems };
}

/** `orders.csv:4:zip: Required` */
function problemText(file: string, { line, column, what }: ImportProblem): string {
  return printable(column === null ? `${file}:${line}: ${what}` : `${file}:${line}:${column}: ${what}`);
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

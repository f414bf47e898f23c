// `fulfillment accounts`: who may use the API, and how much.
import { type Command, InvalidArgumentError } from "commander";
import { createAccount } from "../domain/accounts.ts";
import type { Transaction } from "../storage/database.ts";
import { type AccountRow, allAccounts, setAccountActive, setAccountBudget } from "../storage/queries/accounts.ts";
import { accountName, accountOf } from "./account-name.ts";
import { Failure } from "./failure.ts";
import { option } from "./options.ts";
import { withDatabase, withNewDatabase } from "./storage.ts";
import { printJson, printTable, type Terminal } from "./terminal.ts";

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const accounts = program
    .command("accounts")
    .description("Create, list, activate and deactivate accounts, and set their rate limits.")
    .summary("manage accounts and their rate limits");
  accounts
    .command("create")
    .description("Create an empty account. `fulfillment seed` creates one with everything that orders need.")
    .summary("create an account")
    .addOption(option("--name <name>", "a unique name").makeOptionMandatory().argParser(accountName))
    .action(({ name }: { name: string }, command: Command) => create(name, command, terminal));
  accounts
    .command("list")
    .description("List all accounts, oldest first.")
    .summary("list all accounts")
    .addOption(option("--json", "print a JSON array"))
    .action(({ json }: { json?: true }, command: Command) => list(json === true, command, terminal));
  accounts
    .command("set-limit")
    .description("Set how many requests an account may make from each client address in a rate limit window.")
    .summary("set the rate limit of an account")
    .argument("<account>", "the account's id or name")
    .addOption(
      option("--limit <number>", "requests per window, or `default` for the general limit (--rate-limit of serve)")
        .makeOptionMandatory()
        .argParser(limit),
    )
    .action(async (id: string, options: { limit: Limit }, command: Command) => {
      const budget = options.limit === "default" ? null : options.limit;
      await change(id, command, { terminal, write: (transaction, row) => setBudget(transaction, row, budget) });
    });
  for (const { name, active, description } of switches) {
    accounts
      .command(name)
      .description(description)
      .summary(`${name} an account`)
      .argument("<account>", "the account's id or name")
      .action((id: string, _options: object, command: Command) =>
        change(id, command, { terminal, write: (transaction, row) => setActive(transaction, row, active) }),
      );
  }
}

const switches = [
  { name: "deactivate", active: 0, description: "Reject all keys of an account, starting with the next request." },
  { name: "activate", active: 1, description: "Accept the keys of an account again, except revoked ones." },
] as const;

type Limit = number | "default";

function limit(text: string): Limit {
  if (text === "default") return text;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError("Expected a whole number of at least 1, or the word default.");
}

async function create(name: string, command: Command, terminal: Terminal): Promise<void> {
  const accountId = await withNewDatabase(command, terminal, (database) =>
    database.write((transaction) => createAccount(transaction, { name, now: terminal.now() })),
  );
  if (accountId === null) throw new Failure(`an account ${name} already exists`);
  printJson(terminal, { accountId, name });
}

async function list(json: boolean, command: Command, terminal: Terminal): Promise<void> {
  const rows = await withDatabase(command, terminal, async (database) => await database.all(allAccounts, {}));
  if (json) {
    printJson(terminal, rows.map(accountFacts));
    return;
  }
  const lines = rows.map(accountFacts).map(({ accountId, name, active, limit, orders, createdAt }) => {
    return [accountId, name, active ? "active" : "deactivated", String(limit ?? "default"), String(orders), createdAt];
  });
  printTable(terminal, ["ID", "NAME", "STATE", "LIMIT", "ORDERS", "CREATED"], lines);
}

function accountFacts({ id, name, active, budget, order_count, created_at }: AccountRow) {
  return { accountId: id, name, active: active === 1, limit: budget, orders: order_count, createdAt: created_at };
}

interface Change {
  readonly terminal: Terminal;
  readonly write: (transaction: Transaction, account: AccountRow) => Promise<AccountRow>;
}

async function change(idOrName: string, command: Command, { terminal, write }: Change): Promise<void> {
  const changed = await withDatabase(command, terminal, (database) =>
    database.write(async (transaction) => await write(transaction, await accountOf(transaction, idOrName))),
  );
  const { accountId, name, active, limit } = accountFacts(changed);
  printJson(terminal, { accountId, name, active, limit });
}

async function setBudget(transaction: Transaction, row: AccountRow, budget: number | null): Promise<AccountRow> {
  await transaction.all(setAccountBudget, { id: row.id, budget });
  return { ...row, budget };
}

async function setActive(transaction: Transaction, row: AccountRow, active: 0 | 1): Promise<AccountRow> {
  await transaction.all(setAccountActive, { id: row.id, active });
  return { ...row, active };
}

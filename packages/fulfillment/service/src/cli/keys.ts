// `fulfillment keys`: API keys, which are shown once and stored nowhere.
import type { Command } from "commander";
import { createKey, revoke } from "../domain/keys.ts";
import { keysOfAccount } from "../storage/queries/accounts.ts";
import { accountOf } from "./account-name.ts";
import { Failure } from "./failure.ts";
import { option } from "./options.ts";
import { withDatabase } from "./storage.ts";
import { printJson, printTable, type Terminal } from "./terminal.ts";

interface KeyOptions {
  readonly account: string;
  readonly json?: true;
}

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program
    .command("keys")
    .description("Create, list and revoke API keys.")
    .summary("create, list and revoke keys");
  keys
    .command("create")
    .description("Create an API key and print it. It is not shown again: only a hash of it is stored.")
    .summary("create a key and print it")
    .addOption(accountOption())
    .action((options: KeyOptions, command: Command) => create(options, command, terminal));
  keys
    .command("list")
    .description("List the keys of an account. Each is identified by its last four characters.")
    .summary("list the keys of an account")
    .addOption(accountOption())
    .addOption(option("--json", "print a JSON array"))
    .action((options: KeyOptions, command: Command) => list(options, command, terminal));
  keys
    .command("revoke")
    .description("Revoke a key. The next request with it is rejected.")
    .summary("revoke a key")
    .argument("<key-or-id>", "the key itself, or its id from the list")
    .action((key: string, _options: object, command: Command) => revokeOne(key, command, terminal));
}

function accountOption() {
  return option("--account <id>", "the account's id or name").makeOptionMandatory();
}

async function create({ account }: KeyOptions, command: Command, terminal: Terminal): Promise<void> {
  const newKey = await withDatabase(command, terminal, (database) =>
    database.write(async (transaction) => {
      const { id } = await accountOf(transaction, account);
      return await createKey(transaction, id, terminal.now());
    }),
  );
  if (newKey === null) throw new Failure(`account ${account} not found`);
  terminal.out(`${newKey.key}\n`);
}

async function list({ account, json }: KeyOptions, command: Command, terminal: Terminal): Promise<void> {
  const rows = await withDatabase(command, terminal, async (database) => {
    const { id: accountId } = await accountOf(database, account);
    return await database.all(keysOfAccount, { accountId });
  });
  if (json === true) {
    const keys = rows.map(({ id, ending, created_at, revoked_at }) => ({
      id,
      ending,
      createdAt: created_at,
      revokedAt: revoked_at,
    }));
    printJson(terminal, keys);
    return;
  }
  const lines = rows.map(({ id, ending, created_at, revoked_at }) => [id, `…${ending}`, created_at, revoked_at ?? "-"]);
  printTable(terminal, ["ID", "KEY", "CREATED", "REVOKED"], lines);
}

async function revokeOne(key: string, command: Command, terminal: Terminal): Promise<void> {
  const revoked = await withDatabase(command, terminal, (database) =>
    database.write((transaction) => revoke(transaction, key, terminal.now())),
  );
  // What was typed may be the key of another deployment: it is not repeated.
  if (revoked === null) throw new Failure("key not found: `fulfillment keys list` prints the ids of an account's keys");
  printJson(terminal, revoked);
}

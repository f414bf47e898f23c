// `fulfillment seed`: a demo account with everything that is needed to place orders.
import type { Command } from "commander";
import { type SeededAccount, seedAccount } from "../domain/seed.ts";
import { accountName } from "./account-name.ts";
import { Failure } from "./failure.ts";
import { option } from "./options.ts";
import { withNewDatabase } from "./storage.ts";
import { printJson, type Terminal } from "./terminal.ts";

interface SeedOptions {
  readonly account: string;
  readonly json?: true;
}

export function addSeedCommand(program: Command, terminal: Terminal): void {
  program
    .command("seed")
    .description("Create a demo account with a campaign, products, stock in two warehouses, invites, and a key.")
    .summary("create a demo account")
    .addOption(
      option("--account <name>", "its name; an existing account gets a new key and any data it lacks")
        .makeOptionMandatory()
        .argParser(accountName),
    )
    .addOption(option("--json", "print one JSON object"))
    .action(async (options: SeedOptions, command: Command) => {
      const seeded = await withNewDatabase(command, terminal, (database) =>
        database.write((transaction) => seedAccount(transaction, options.account, terminal.now())),
      );
      if (seeded.kind === "deactivated") {
        throw new Failure(
          `account ${options.account} is deactivated; to activate it: \`fulfillment accounts activate ${seeded.accountId}\``,
        );
      }
      if (options.json === true) printJson(terminal, seeded.account);
      else terminal.out(describe(options.account, seeded.account));
    });
}

function describe(name: string, { accountId, apiKey, campaignId, skus, warehouses, inviteIds }: SeededAccount): string {
  return `Account     ${name} (${accountId})
API key     ${apiKey}
                        It is not shown again. Run the same command for a new one.
Campaign    ${campaignId}
Products    ${skus.join(", ")}
Warehouses  ${warehouses.map((warehouse) => `${warehouse.alias} (${warehouse.id})`).join(", ")}
Invites     ${inviteIds.join("\n            ")}
`;
}

// `fulfillment invites`: what the recipient of an invite does on the redemption page.
import type { LineItem } from "@fulfillment/types";
import type { Command } from "commander";
import type { CartAction } from "../domain/events.ts";
import { changeCart, type InviteRefusal, redeemInvite, viewInvite } from "../domain/invites.ts";
import type { Transaction } from "../storage/database.ts";
import { productsBySku } from "../storage/queries/catalog.ts";
import { inviteToChange } from "../storage/queries/invites.ts";
import { Failure, UsageError } from "./failure.ts";
import { addRecipientOptions, type RecipientOptions, recipientOf } from "./invite-recipient.ts";
import { collect, nonEmptyText, option, textOption, wholeNumber } from "./options.ts";
import { effectsOf, withDatabase } from "./storage.ts";
import { printJson, type Terminal } from "./terminal.ts";

interface CartOptions {
  readonly action: CartAction;
  readonly sku: string;
  readonly quantity?: number;
  readonly page: string;
}

interface RedeemOptions extends RecipientOptions {
  readonly sku?: readonly string[];
  readonly quantity?: readonly number[];
}

export function addInviteCommands(program: Command, terminal: Terminal): void {
  const invites = program
    .command("invites")
    .description("View and redeem invites, as their recipients do.")
    .summary("view and redeem invites");
  invites
    .command("view")
    .description("Land on the redemption page.")
    .summary("land on the redemption page")
    .argument("<invite>", "the invite's id")
    .addOption(textOption("--page <page>", "which page it was; the event says none otherwise"))
    .action((id: string, { page }: { page?: string }, command: Command) =>
      view(id, command, { terminal, page: page ?? null }),
    );
  invites
    .command("cart")
    .description("Put something into the cart, change how many, or take it out.")
    .summary("change the cart")
    .argument("<invite>", "the invite's id")
    .addOption(option("--action <action>", "what to do").choices(["add", "update", "remove"]).makeOptionMandatory())
    .addOption(textOption("--sku <sku>", "the product").makeOptionMandatory())
    .addOption(
      option("--quantity <number>", "add: how many more; update: how many from now on; remove takes all").argParser(
        wholeNumber(1),
      ),
    )
    .addOption(textOption("--page <page>", "which page it was").default("redeem"))
    .action((id: string, options: CartOptions, command: Command) => cart(id, options, { command, terminal }));
  const redeem = invites
    .command("redeem")
    .description("Complete the order: of the products that are named, or else of the cart.")
    .summary("complete the order")
    .argument("<invite>", "the invite's id")
    .addOption(
      option("--sku <sku>", "a product; may be repeated, each with its quantity").argParser(collect(nonEmptyText)),
    )
    .addOption(option("--quantity <number>", "how many of it").argParser(collect(wholeNumber(1))));
  addRecipientOptions(redeem).action((id: string, options: RedeemOptions, command: Command) =>
    redeemOne(id, options, { command, terminal }),
  );
}

interface Viewing {
  readonly terminal: Terminal;
  readonly page: string | null;
}

async function view(inviteId: string, command: Command, { terminal, page }: Viewing): Promise<void> {
  const viewed = await withDatabase(command, terminal, (database) =>
    database.write((transaction) => viewInvite(transaction, { inviteId, page }, effectsOf(terminal))),
  );
  if (viewed.kind !== "viewed") throw refusal(inviteId, viewed);
  const { number, email, campaign_id: campaignId } = viewed.invite;
  printJson(terminal, { inviteId, inviteNumber: number, email, campaignId });
}

interface Where {
  readonly command: Command;
  readonly terminal: Terminal;
}

async function cart(
  inviteId: string,
  { action, sku, quantity, page }: CartOptions,
  { command, terminal }: Where,
): Promise<void> {
  if (quantity === undefined && action !== "remove") {
    throw new UsageError(`--quantity is missing: invites cart --action ${action} takes one`);
  }
  const change = { inviteId, action, sku, quantity: quantity ?? 0, page };
  const changed = await withDatabase(command, terminal, (database) =>
    database.write(async (transaction) => {
      if (action !== "remove") await checkSku(transaction, inviteId, sku);
      return await changeCart(transaction, change, effectsOf(terminal));
    }),
  );
  if (changed.kind !== "changed") throw refusal(inviteId, changed);
  printJson(terminal, { inviteId, cart: changed.cart });
}

/** An invite that does not exist is reported by the change itself. */
async function checkSku(transaction: Transaction, inviteId: string, sku: string): Promise<void> {
  const invite = await transaction.first(inviteToChange, { id: inviteId });
  if (invite === null) return;
  const wanted = { accountId: invite.account_id, skus: JSON.stringify([sku]) };
  if ((await transaction.first(productsBySku, wanted)) === null) throw new Failure(`there is no product ${sku}`);
}

async function redeemOne(
  inviteId: string,
  { sku, quantity, ...recipient }: RedeemOptions,
  { command, terminal }: Where,
): Promise<void> {
  const redemption = { inviteId, lines: linesOf(sku, quantity), recipient: recipientOf(recipient) };
  const redeemed = await withDatabase(command, terminal, (database) =>
    database.write((transaction) => redeemInvite(transaction, redemption, effectsOf(terminal))),
  );
  if (redeemed.kind !== "placed") throw refusal(inviteId, redeemed);
  printJson(terminal, { inviteId, orderId: redeemed.order.id, status: redeemed.order.status });
}

function linesOf(skus: readonly string[] = [], quantities: readonly number[] = []): LineItem[] {
  if (skus.length === quantities.length) return skus.map((sku, index) => ({ sku, quantity: quantities[index] ?? 1 }));
  throw new UsageError(
    `each --sku takes one --quantity: there are ${skus.length} and ${quantities.length}, as in --sku MUG-OAT-350 --quantity 2`,
  );
}

function refusal(inviteId: string, refused: InviteRefusal): Failure {
  switch (refused.kind) {
    case "not-found":
      return new Failure(`there is no invite ${inviteId}`);
    case "redeemed":
      return new Failure(`invite ${inviteId} has been redeemed`);
    case "not-in-cart":
      return new Failure(`${refused.sku} is not in the cart of invite ${inviteId}`);
    case "empty-cart":
      return new Failure(`the cart of invite ${inviteId} is empty: name a product with --sku and --quantity`);
    case "refused": {
      const faults = refused.faults.map(({ path, issue }) => `${path.join(".")}: ${issue}`);
      return new Failure(`invite ${inviteId} cannot be redeemed: ${faults.join("; ")}`);
    }
  }
}

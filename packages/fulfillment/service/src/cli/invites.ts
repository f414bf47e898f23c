// `fulfillment invites`: what the recipient of an invite does on the redemption page.
import type { LineItem, Recipient } from "@fulfillment/types";
import type { Command } from "commander";
import { anyRecipient, type RecipientField, recipientProblems } from "../api/recipient-fields.ts";
import type { CartAction } from "../domain/events.ts";
import { cartLimits, changeCart, type InviteRefusal, redeemInvite, viewInvite } from "../domain/invites.ts";
import { faultsText } from "../domain/orders/references.ts";
import type { Transaction } from "../storage/database.ts";
import { productsBySku } from "../storage/queries/catalog.ts";
import { inviteToChange } from "../storage/queries/invites.ts";
import { Failure, UsageError } from "./failure.ts";
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
    .description("View and redeem invites as a recipient.")
    .summary("view and redeem invites");
  invites
    .command("view")
    .description("Open the redemption page.")
    .summary("open the redemption page")
    .argument("<invite>", "id of the invite")
    .addOption(textOption("--page <page>", "name of the page; default: the event has none"))
    .action((id: string, { page }: { page?: string }, command: Command) =>
      view(id, command, { terminal, page: page ?? null }),
    );
  invites
    .command("cart")
    .description("Add a product to the cart, change its quantity, or remove it.")
    .summary("change the cart")
    .argument("<invite>", "id of the invite")
    .addOption(option("--action <action>", "what to do").choices(["add", "update", "remove"]).makeOptionMandatory())
    .addOption(textOption("--sku <sku>", "the product").makeOptionMandatory())
    .addOption(
      option("--quantity <number>", "add: number to add; update: the new number; remove takes none").argParser(
        wholeNumber(1),
      ),
    )
    .addOption(textOption("--page <page>", "name of the page").default("redeem"))
    .action((id: string, options: CartOptions, command: Command) => cart(id, options, { command, terminal }));
  const redeem = invites
    .command("redeem")
    .description("Complete the order with the given products, or else with the cart.")
    .summary("complete the order")
    .argument("<invite>", "id of the invite")
    .addOption(option("--sku <sku>", "a product; repeatable, each with a --quantity").argParser(collect(nonEmptyText)))
    .addOption(option("--quantity <number>", "its quantity").argParser(collect(wholeNumber(1))));
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
    throw new UsageError(`--quantity is missing: invites cart --action ${action} requires it`);
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
  if ((await transaction.first(productsBySku, wanted)) === null) throw new Failure(`product ${sku} not found`);
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
    `each --sku needs one --quantity, found ${skus.length} and ${quantities.length}: --sku MUG-OAT-350 --quantity 2`,
  );
}

function refusal(inviteId: string, refused: InviteRefusal): Failure {
  switch (refused.kind) {
    case "not-found":
      return new Failure(`invite ${inviteId} not found`);
    case "redeemed":
      return new Failure(`invite ${inviteId} has already been redeemed`);
    case "not-in-cart":
      return new Failure(`${refused.sku} is not in the cart of invite ${inviteId}`);
    case "too-many-products":
      return new Failure(`a cart has at most ${cartLimits.products} different products`);
    case "too-many-of-one":
      return new Failure(`a cart has at most ${cartLimits.ofOne} of a product`);
    case "empty-cart":
      return new Failure(`the cart of invite ${inviteId} is empty: add a product with --sku and --quantity`);
    case "refused":
      return new Failure(`invite ${inviteId} cannot be redeemed: ${faultsText(refused.faults)}`);
  }
}

/** What is typed about the recipient, where it differs from the invite. */
type RecipientOptions = Readonly<Partial<Record<Exclude<RecipientField, "street2"> | "country", string>>>;

const described = {
  "first-name": "given name",
  "last-name": "family name",
  email: "e-mail address",
  phone: "telephone number",
  street1: "street and house number",
  city: "city or town",
  state: "state, province or region",
  zip: "postal code",
  country: "country",
} as const;

function addRecipientOptions(command: Command): Command {
  for (const [name, meaning] of Object.entries(described)) {
    command.addOption(textOption(`--${name} <text>`, `${meaning}; default: as in the invite`));
  }
  return command;
}

function recipientOf({ zip, ...same }: RecipientOptions): Partial<Recipient> {
  const changed = { ...same, ...(zip === undefined ? {} : { zip }) };
  const [problem] = recipientProblems({ ...anyRecipient, ...changed });
  if (problem !== undefined) throw new UsageError(`--${optionOf(problem.path)}: ${problem.message}`);
  return { ...same, ...(zip === undefined ? {} : { postalCode: zip }) };
}

function optionOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

// `fulfillment users`: who can sign in to the customer portal.
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { hashPassword, longestPassword, newPassword, shortestPassword } from "../domain/passwords.ts";
import { createUser, type Role, resetPassword, switchUser } from "../domain/users.ts";
import { type UserRow, usersOfAccount } from "../storage/queries/users.ts";
import { accountName, accountOf } from "./account-name.ts";
import { Failure, UsageError } from "./failure.ts";
import { option } from "./options.ts";
import { withDatabase } from "./storage.ts";
import { printJson, printTable, type Terminal } from "./terminal.ts";

interface CreateOptions extends PasswordOptions {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly role: "owner" | "member";
}

interface PasswordOptions {
  readonly passwordStdin?: true;
}

interface ListOptions {
  readonly account: string;
  readonly json?: true;
}

export function addUserCommands(program: Command, terminal: Terminal): void {
  const users = program
    .command("users")
    .description("Create, list and disable the users of the customer portal, and set their passwords.")
    .summary("manage users of the portal");
  users
    .command("create")
    .description("Create a user of an account. Without --password-stdin, a password is generated and printed once.")
    .summary("create a user")
    .addOption(accountOption())
    .addOption(
      option("--email <address>", "the e-mail address that the user signs in with")
        .makeOptionMandatory()
        .argParser(emailAddress),
    )
    .addOption(option("--name <name>", "the user's name").makeOptionMandatory().argParser(accountName))
    .addOption(
      option("--role <role>", "owner: full access; member: no access to API keys and members")
        .choices(["owner", "member"])
        .default("member"),
    )
    .addOption(passwordOption())
    .action((options: CreateOptions, command: Command) => create(options, command, terminal));
  users
    .command("list")
    .description("List the users of an account, oldest first.")
    .summary("list the users of an account")
    .addOption(accountOption())
    .addOption(option("--json", "print a JSON array"))
    .action((options: ListOptions, command: Command) => list(options, command, terminal));
  users
    .command("password")
    .description(
      "Set the password of a user and sign the user out everywhere. Without --password-stdin, a password is generated and printed.",
    )
    .summary("set a password")
    .argument("<email>", "the user's e-mail address", emailAddress)
    .addOption(passwordOption())
    .action((email: string, options: PasswordOptions, command: Command) =>
      setPassword(email, options, { command, terminal }),
    );
  for (const { name, active, description } of switches) {
    users
      .command(name)
      .description(description)
      .summary(`${name} a user`)
      .argument("<email>", "the user's e-mail address", emailAddress)
      .action((email: string, _options: object, command: Command) => change(email, active, { command, terminal }));
  }
}

const switches = [
  {
    name: "disable",
    active: false,
    description: "Disable a user: sign the user out everywhere and reject further sign-ins.",
  },
  { name: "enable", active: true, description: "Let a disabled user sign in again." },
] as const;

function accountOption() {
  return option("--account <id>", "the account's id or name").makeOptionMandatory();
}

/** Never an argument: others can read command lines. */
function passwordOption() {
  return option("--password-stdin", "read the password from the first line of stdin");
}

const email = z.email().max(254);

function emailAddress(text: string): string {
  if (email.safeParse(text).success) return text.toLowerCase();
  throw new InvalidArgumentError("Expected an e-mail address.");
}

async function create(options: CreateOptions, command: Command, terminal: Terminal): Promise<void> {
  const { account, email: address, name } = options;
  const role: Role = options.role === "owner" ? "OWNER" : "MEMBER";
  const { password, isGenerated } = await passwordFor(options, terminal);
  const passwordHash = await hashPassword(password);
  const userId = await withDatabase(command, terminal, (database) =>
    database.write(async (transaction) => {
      const { id: accountId } = await accountOf(transaction, account);
      return await createUser(transaction, {
        accountId,
        email: address,
        name,
        role,
        passwordHash,
        now: terminal.now(),
      });
    }),
  );
  if (userId === null) throw new Failure(`a user ${address} already exists`);
  printJson(terminal, { userId, email: address, role, ...(isGenerated ? { password } : {}) });
}

async function list({ account, json }: ListOptions, command: Command, terminal: Terminal): Promise<void> {
  const rows = await withDatabase(command, terminal, async (database) => {
    const { id: accountId } = await accountOf(database, account);
    return await database.all(usersOfAccount, { accountId });
  });
  if (json === true) {
    printJson(terminal, rows.map(factsOf));
    return;
  }
  const lines = rows.map(factsOf).map(({ userId, email: address, name, role, active, lastSignInAt }) => {
    return [userId, address, name, role, active ? "active" : "disabled", lastSignInAt ?? "-"];
  });
  printTable(terminal, ["ID", "EMAIL", "NAME", "ROLE", "STATE", "LAST SIGN-IN"], lines);
}

function factsOf({ id, email: address, name, role, active, created_at, last_sign_in_at }: UserRow) {
  return {
    userId: id,
    email: address,
    name,
    role,
    active: active === 1,
    createdAt: created_at,
    lastSignInAt: last_sign_in_at,
  };
}

interface Where {
  readonly command: Command;
  readonly terminal: Terminal;
}

async function setPassword(address: string, options: PasswordOptions, { command, terminal }: Where): Promise<void> {
  const { password, isGenerated } = await passwordFor(options, terminal);
  const passwordHash = await hashPassword(password);
  const user = await withDatabase(command, terminal, (database) =>
    database.write((transaction) => resetPassword(transaction, { email: address, passwordHash })),
  );
  if (user === null) throw unknownUser(address);
  printJson(terminal, { userId: user.id, email: user.email, ...(isGenerated ? { password } : {}) });
}

async function change(address: string, active: boolean, { command, terminal }: Where): Promise<void> {
  const user = await withDatabase(command, terminal, (database) =>
    database.write((transaction) => switchUser(transaction, { email: address, active })),
  );
  if (user === null) throw unknownUser(address);
  printJson(terminal, { userId: user.id, email: user.email, active });
}

function unknownUser(address: string): Failure {
  return new Failure(`user ${address} not found: \`fulfillment users list --account\` lists the users of an account`);
}

interface Password {
  readonly password: string;
  readonly isGenerated: boolean;
}

async function passwordFor({ passwordStdin }: PasswordOptions, { input }: Terminal): Promise<Password> {
  if (passwordStdin !== true) return { password: newPassword(), isGenerated: true };
  const password = await firstLineOf(input);
  if (password.length >= shortestPassword && password.length <= longestPassword)
    return { password, isGenerated: false };
  throw new UsageError(`the password on stdin must have ${shortestPassword} to ${longestPassword} characters`);
}

async function firstLineOf(input: Terminal["input"]): Promise<string> {
  const decoder = new TextDecoder("utf-8");
  let text = "";
  for await (const piece of input ?? []) {
    text += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

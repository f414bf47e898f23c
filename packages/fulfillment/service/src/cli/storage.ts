// The options that every command has -> the database they name, for as long as the command needs it.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command, Option } from "commander";
import type { Effects } from "../domain/effects.ts";
import { openDatabase, sqliteFile } from "../operation/open-database.ts";
import type { StorageSettings } from "../operation/settings.ts";
import type { Database } from "../storage/database.ts";
import { createPutEvent } from "../storage/outbox.ts";
import { Failure, failureText, UsageError } from "./failure.ts";
import { option, textOption } from "./options.ts";
import type { Terminal } from "./terminal.ts";

export function storageOptions(): Option[] {
  return [
    textOption("--data <directory>", "folder of the SQLite file and of the key that encrypts signing secrets").default(
      ".fulfillment",
    ),
    option(
      "--database-url <url>",
      "PostgreSQL database to use instead of SQLite, such as postgres://user@host:5432/name",
    ).argParser(databaseUrl),
  ];
}

interface StorageOptions {
  readonly data: string;
  readonly databaseUrl?: string;
}

export function storageSettingsOf(command: Command): StorageSettings {
  const { data, databaseUrl } = command.optsWithGlobals<StorageOptions>();
  return { dataDirectory: resolve(data), databaseUrl: databaseUrl ?? null };
}

/** A URL may hold a password, so no message repeats it. */
function databaseUrl(text: string): string {
  if (/^postgres(?:ql)?:\/\/./.test(text)) return text;
  throw new UsageError("--database-url (FULFILLMENT_DATABASE_URL) must look like postgres://user@host:5432/name");
}

/** Makes the database where there is none. */
export async function withNewDatabase<T>(
  command: Command,
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const onError = (error: Error): void => terminal.err(`fulfillment: ${failureText(error)}\n`);
  const database = await openDatabase(storageSettingsOf(command), onError);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** For commands about something that has to be there already: an empty database in a mistyped directory would only confuse. */
export async function withDatabase<T>(
  command: Command,
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { dataDirectory, databaseUrl: url } = storageSettingsOf(command);
  if (url === null && !existsSync(join(dataDirectory, sqliteFile))) {
    throw new Failure(
      `no database in ${dataDirectory}: create one with \`fulfillment serve\` or \`fulfillment seed\`, or set its folder with --data`,
    );
  }
  return await withNewDatabase(command, terminal, work);
}

/** Events go into the outbox, where the running service finds them. */
export function effectsOf({ now }: Terminal): Effects {
  return { now, putEvent: createPutEvent(now, () => {}) };
}

// The messages of an AsyncAPI description -> the code for a receiver of events: types, schemas, and data about messages.
import { type Declaration, type FileSpec, printFile, StructureKind } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { MessagingApi } from "../../model/messaging.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { eventExamplesOf } from "./event-examples.ts";
import { eventSchemasOf } from "./event-schemas.ts";
import { eventTypesOf } from "./event-types.ts";
import { eventsOf } from "./events.ts";
import { extensionsDeclarationsOf } from "./extensions.ts";
import { messageTableOf } from "./message-table.ts";

/** Writes nothing without an AsyncAPI document; the command line reports that. */
export function renderWebhooks({ messaging }: Api, context: ApiContext): GeneratedFile[] {
  return messaging === null ? [] : emitWebhooks(messaging, context);
}

function emitWebhooks(api: MessagingApi, context: ApiContext): GeneratedFile[] {
  const events = eventsOf(api.messages);
  const files = [
    fileOf("events.gen.ts", "What each event carries.", eventTypesOf(api.messages, events)),
    fileOf("schemas.gen.ts", "Validators of what each event carries.", eventSchemasOf(events, context)),
    fileOf("messages.gen.ts", "What the description says about messages and their transport.", [
      ...messageTableOf(api),
      ...extensionsDeclarationsOf(api),
    ]),
  ];
  // Only tests use examples: they are imported from their own file, and stay out of the index.
  const examples = fileOf("examples.gen.ts", "The examples of what each event carries.", eventExamplesOf(events));
  return [...files, examples, indexOf(files)].map((file) => printFile(file, context));
}

function fileOf(path: string, summary: string, declarations: readonly Declaration[]): FileSpec {
  return { target: "webhooks", path, summary, declarations };
}

function indexOf(files: readonly FileSpec[]): FileSpec {
  const exports = files.map(
    ({ target, path }): Declaration => ({
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: path === "events.gen.ts",
      moduleSpecifier: { kind: "generated", target, path },
    }),
  );
  return fileOf("index.gen.ts", "Everything about events but their examples.", exports);
}

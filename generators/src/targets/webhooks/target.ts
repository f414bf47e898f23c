// The messages of an AsyncAPI description -> what a receiver of events needs: types, schemas, and data about messages.
import { type Declaration, type FileSpec, printFile, StructureKind } from "../../emit/index.ts";
import type { MessagingApi } from "../../model/messaging.ts";
import type { GeneratedFile, Target, TargetContext } from "../target.ts";
import { eventExamplesOf } from "./event-examples.ts";
import { eventSchemasOf } from "./event-schemas.ts";
import { eventTypesOf } from "./event-types.ts";
import { eventsOf } from "./events.ts";
import { extensionsDeclarationsOf } from "./extensions.ts";
import { messageTableOf } from "./message-table.ts";

/** Writes nothing without an AsyncAPI document; the registry says so, and the command line tells the user. */
export const target: Target = {
  name: "webhooks",
  summary: "the union of all events, a schema for each event and for its headers, the examples of each",
  needs: ["types", "zod"],
  emit: ({ messaging }, context) => (messaging === null ? [] : emitWebhooks(messaging, context)),
};

function emitWebhooks(api: MessagingApi, context: TargetContext): GeneratedFile[] {
  const events = eventsOf(api.messages);
  const files = [
    fileOf("events.gen.ts", "What each event carries.", eventTypesOf(api.messages, events)),
    fileOf("schemas.gen.ts", "Validators of what each event carries.", eventSchemasOf(events, context)),
    fileOf("messages.gen.ts", "What the description says about messages and their transport.", [
      ...messageTableOf(api),
      ...extensionsDeclarationsOf(api),
    ]),
  ];
  // Tests want examples, and no program that runs does: they are imported from their own file, and stay out of the index.
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
      module: { kind: "generated", target, path },
      names: "all",
      typeOnly: path === "events.gen.ts",
    }),
  );
  return fileOf("index.gen.ts", "Everything about events but their examples.", exports);
}

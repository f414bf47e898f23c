// The messages of an AsyncAPI description -> the code for a receiver of events: types, schemas, and data about messages.
import { type Declaration, exportFrom, type FileSpec, printFile } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { eventExamplesOf } from "./event-examples.ts";
import { eventSchemasOf } from "./event-schemas.ts";
import { eventTypesOf } from "./event-types.ts";
import { eventsOf } from "./events.ts";
import { messageTableOf } from "./message-table.ts";

/** Writes nothing without an AsyncAPI document; the command line reports that. */
export function renderWebhooks({ messaging }: Api, context: ApiContext): GeneratedFile[] {
  if (messaging === null) return [];
  const events = eventsOf(messaging.messages);
  const files = [
    fileOf("events.gen.ts", "What each event carries.", eventTypesOf(messaging.messages, events)),
    fileOf("schemas.gen.ts", "Validators of what each event carries.", eventSchemasOf(events, context)),
    fileOf(
      "messages.gen.ts",
      "What the description says about messages and their transport.",
      messageTableOf(messaging),
    ),
  ];
  // Only tests use examples: they are imported from their own file, and stay out of the index.
  const examples = fileOf("examples.gen.ts", "The examples of what each event carries.", eventExamplesOf(events));
  return [...files, examples, indexOf(files)].map((file) => printFile(file, context));
}

function fileOf(path: string, summary: string, declarations: readonly Declaration[]): FileSpec {
  return { target: "webhooks", path, summary, declarations };
}

function indexOf(files: readonly FileSpec[]): FileSpec {
  const exports = files.map((file) => exportFrom(file, { isTypeOnly: file.path === "events.gen.ts" }));
  return fileOf("index.gen.ts", "Everything about events but their examples.", exports);
}

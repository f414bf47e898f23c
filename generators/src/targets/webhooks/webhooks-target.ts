// The messages of an AsyncAPI description -> the code for a receiver of events: types, schemas, and data about messages.
import { type Declaration, exportFrom, type FileSpec, printFile } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { runtimeFileOf } from "../http/runtime-file.ts";
import type { ApiContext, GeneratedFile, RenderContext } from "../target.ts";
import { eventExamplesOf } from "./event-examples.ts";
import { eventSchemasOf } from "./event-schemas.ts";
import { eventTypesOf } from "./event-types.ts";
import { eventsOf } from "./events.ts";
import { messageTableOf } from "./message-table.ts";
import { receiverOf, signedEventsOf } from "./receiver.ts";

export interface WebhooksOptions {
  /** Whether to generate what verifies deliveries, where the description says how they are signed. */
  readonly receiver: boolean;
}

/** Writes nothing without an AsyncAPI document; the command line reports that. */
export function renderWebhooks({ messaging }: Api, context: RenderContext<WebhooksOptions>): GeneratedFile[] {
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
  const signed = context.options.receiver ? signedEventsOf(events) : [];
  if (signed.length > 0) files.push(fileOf("receiver.gen.ts", "Verifies deliveries.", receiverOf(signed, context)));
  // Only tests use examples: they are imported from their own file, and stay out of the index.
  const examples = fileOf("examples.gen.ts", "The examples of what each event carries.", eventExamplesOf(events));
  const printed = [...files, examples, indexOf(files, signed.length > 0)].map((file) => printFile(file, context));
  return signed.length === 0 ? printed : [...printed, ...runtimeOf(context)];
}

function runtimeOf(context: ApiContext): GeneratedFile[] {
  const urls = ["signatures", "receiving"].map((name) => new URL(`./runtime/${name}.ts`, import.meta.url));
  return urls.map((url) => runtimeFileOf("webhooks", url, context));
}

function fileOf(path: string, summary: string, declarations: readonly Declaration[]): FileSpec {
  return { target: "webhooks", path, summary, declarations };
}

/** None of these names ends as those of messages do, in `Payload` or `Headers`. */
const receiverExports: readonly Declaration[] = [
  exportFrom({ target: "webhooks", path: "signatures.gen.ts" }, { namedExports: ["SecretError"] }),
  exportFrom({ target: "webhooks", path: "receiving.gen.ts" }, { namedExports: ["WebhookError"] }),
  exportFrom(
    { target: "webhooks", path: "receiving.gen.ts" },
    {
      isTypeOnly: true,
      namedExports: [
        "Delivery",
        "DeliveryOf",
        "HandlerOptions",
        "ReceivedRequest",
        "Verified",
        "VerifyOptions",
        "WebhookErrorCode",
        "WebhookHandlers",
      ],
    },
  ),
];

function indexOf(files: readonly FileSpec[], withReceiver: boolean): FileSpec {
  const exports = files.map((file) => exportFrom(file, { isTypeOnly: file.path === "events.gen.ts" }));
  return fileOf("index.gen.ts", "Everything about events but their examples.", [
    ...exports,
    ...(withReceiver ? receiverExports : []),
  ]);
}

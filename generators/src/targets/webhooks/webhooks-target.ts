// The events of a description -> types, schemas, data about messages, and what receives and sends their deliveries.
import { type Declaration, exportFrom, type FileSpec, printFile } from "../../emit/index.ts";
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import type { Api } from "../../model/api.ts";
import { exportsOfFile, exportsOfModules, sharedExportsOf } from "../http/index-exports.ts";
import type { ApiContext, GeneratedFile, RenderContext } from "../target.ts";
import { eventSchemasOf, eventTypesOf } from "./event-declarations.ts";
import { eventExamplesOf } from "./event-examples.ts";
import { eventMessagesOf } from "./event-messages.ts";
import { eventsOf } from "./events.ts";
import { messageTableOf } from "./message-table.ts";
import { receiverOf, schemesOf, signedEventsOf } from "./receiver.ts";
import { receivingFiles } from "./runtime-files.ts";
import { senderOf } from "./sender.ts";

const target = "webhooks";

export interface WebhooksOptions {
  /**
   * Whether to generate code that verifies, handles and sends deliveries, if the description defines how they are signed. `"parts"`: only the
   * modules that these are built from, for a kit of your own.
   */
  readonly receiver: boolean | "parts";
}

/**
 * Events are the messages of an AsyncAPI document, and those webhooks and callbacks of an OpenAPI document that are signed: what is to be
 * received of others is in the targets `client` and `server`. Without events it writes nothing; the command line reports that.
 */
export function renderWebhooks(api: Api, context: RenderContext<WebhooksOptions>): GeneratedFile[] {
  const messages = eventMessagesOf(api).filter(({ operation, signature }) => operation === null || signature !== null);
  if (api.messaging === null && messages.length === 0) {
    context.problem({
      severity: "warning",
      ...(api.http === null ? {} : { at: api.http }),
      message: "there is nothing to generate for webhooks: no webhook or callback states how it is signed",
      hint: "state x-waybill-signature; what any webhook carries is in the targets types, zod, client and server",
    });
    return [];
  }
  const events = eventsOf(messages);
  const files = [
    fileOf("events.gen.ts", "The payload of each event.", eventTypesOf(messages, events)),
    fileOf("schemas.gen.ts", "Validators of event payloads.", eventSchemasOf(events, context)),
    fileOf(
      "messages.gen.ts",
      "What the description says about messages and their transport.",
      messageTableOf(messages, api.messaging),
    ),
  ];
  const { receiver } = context.options;
  const signed = receiver === false ? [] : signedEventsOf(events);
  if (signed.length > 0) files.push(fileOf("schemes.gen.ts", "How deliveries are signed.", schemesOf(signed)));
  const isWhole = receiver === true && signed.length > 0;
  if (isWhole) {
    files.push(
      fileOf("receiver.gen.ts", "Verifies and handles deliveries.", receiverOf(signed, context)),
      fileOf("sender.gen.ts", "Sends signed deliveries.", senderOf(signed, context)),
    );
  }
  // Only tests use examples: they are imported from their own file, and stay out of the index.
  const examples = fileOf("examples.gen.ts", "Example payloads of each event.", eventExamplesOf(events));
  const hostSpecs = isWhole ? hostFiles.map((file) => hostFileOf(file, context)) : [];
  // A kit of one's own may be built from any part.
  if (signed.length > 0 && !isWhole)
    for (const module of receivingFiles.flatMap(({ modules }) => modules))
      context.runtime?.need(module, null, { target });
  return [...files, ...hostSpecs, examples, indexOf(files, context, isWhole)].map((file) => printFile(file, context));
}

/** What each program needs one of: they are imported from their own files, and stay out of the index. */
const hostFiles = receivingFiles.filter(({ name }) => name === "adapters" || name === "redis");

function hostFileOf({ name, summary, modules }: RuntimeFile, context: ApiContext): FileSpec {
  const declarations = sharedExportsOf(target, exportsOfModules(modules), context).flatMap(exportsOfFile);
  return fileOf(`${name}.gen.ts`, summary ?? "", declarations);
}

function fileOf(path: string, summary: string, declarations: readonly Declaration[]): FileSpec {
  return { target, path, summary, declarations };
}

/** None of these names ends as those of messages do, in `Payload` or `Headers`. By the module that has them. */
const receiverExports = {
  signatures: ["SecretError"],
  receiving: ["WebhookError"],
  handling: ["memorySeenStore"],
  sending: ["SendError"],
};

const receiverTypes = {
  receiving: [
    "Delivery",
    "DeliveryOf",
    "ReceivedRequest",
    "Verified",
    "VerifyOptions",
    "WebhookErrorCode",
    "WebhookErrorDetails",
  ],
  handling: [
    "Claim",
    "ErrorContext",
    "HandlerOptions",
    "SeenOptions",
    "SeenStore",
    "WebhookHandler",
    "WebhookHandlers",
  ],
  sending: [
    "Attempt",
    "Post",
    "PostRequest",
    "PostResponse",
    "RetryOptions",
    "SenderOptions",
    "SendOptions",
    "SendResult",
    "SentEvent",
    "WebhookSender",
  ],
};

function receiverExportsOf(context: ApiContext): Declaration[] {
  const named = [receiverExports, receiverTypes].flatMap((table, at) =>
    Object.entries(table).flatMap(([module, names]) =>
      names.map((name) => ({ path: `${module}.gen.ts`, name, isType: at === 1 })),
    ),
  );
  return sharedExportsOf(target, named, context).flatMap(exportsOfFile);
}

function indexOf(files: readonly FileSpec[], context: ApiContext, withReceiver: boolean): FileSpec {
  const exports = files.map((file) => exportFrom(file, { isTypeOnly: file.path === "events.gen.ts" }));
  return fileOf("index.gen.ts", "Everything about events except their examples.", [
    ...exports,
    ...(withReceiver ? receiverExportsOf(context) : []),
  ]);
}

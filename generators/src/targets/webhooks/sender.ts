// Messages with a signature -> `createWebhookSender` for their events, with what the description says about each request.
import {
  type Code,
  code,
  constant,
  type Declaration,
  generatedSymbol,
  generatedType,
  literalMembers,
  objectOf,
  propertyKey,
  StructureKind,
  typeArgument,
} from "../../emit/index.ts";
import { docOfText } from "../docs.ts";
import type { ApiContext } from "../target.ts";
import { idPlaceOf } from "./delivery-ids.ts";
import type { EventMessage } from "./event-messages.ts";
import { onlyTextsOf } from "./events.ts";
import { type SignedEvent, signatureSchemes } from "./receiver.ts";

export function senderOf(events: readonly SignedEvent[], { problem }: Pick<ApiContext, "problem">): Declaration[] {
  const requests = events.map(
    ({ name, messages: [message] }) => code`${propertyKey(name)}: ${requestCode(message, problem)}`,
  );
  const members = [
    code`schemes: ${signatureSchemes}`,
    code`schemas: ${generatedSymbol("eventSchemas", "webhooks", "schemas.gen.ts")}`,
    code`requests: ${objectOf(requests, true)}`,
  ];
  return [
    constant(
      { name: "sendable", type: code`${typeOf("Sendable")}<${signedEvents}>`, initializer: objectOf(members, true) },
      docOfText(""),
    ),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createWebhookSender",
      parameters: [{ name: "options", type: code`${typeOf("SenderOptions")}` }],
      returnType: code`${typeOf("WebhookSender")}<${signedEvents}>`,
      statements: [
        code`return ${generatedSymbol("webhookSender", "webhooks", "sending.gen.ts")}${typeArgument(code`${signedEvents}`)}(sendable, options);`,
      ],
      docs: [docOfText(senderText)],
    },
  ];
}

const senderText =
  "Validates, signs and posts events to one receiver, for example `await sender.send({ event, payload })`. Plain `http:` and addresses " +
  "that are not public are refused unless `allowPrivate`.";

const signedEvents = generatedType("SignedEvents", "webhooks", "receiver.gen.ts");

function typeOf(name: string): Code {
  return code`${generatedType(name, "webhooks", "sending.gen.ts")}`;
}

/** What the request of a message has besides its payload and its signature. */
export interface RequestParts {
  readonly method: string;
  readonly contentType: string;
  /** Those that can have one value only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly idHeader: string | null;
}

export function requestPartsOf(message: EventMessage, problem: ApiContext["problem"]): RequestParts {
  const { method, contentType, headers, signature } = message;
  const signatureHeaders = [signature?.scheme.header, signature?.scheme.timestamp?.header].map((name) =>
    name?.toLowerCase(),
  );
  const fixed = [...onlyTextsOf(headers)].filter(([name]) => {
    const key = name.toLowerCase();
    return key !== "content-type" && key !== "content-length" && !signatureHeaders.includes(key);
  });
  const id = idPlaceOf(message, problem);
  return {
    method,
    contentType,
    headers: Object.fromEntries(fixed),
    idHeader: id?.part === "headers" ? id.name : null,
  };
}

function requestCode(message: EventMessage, problem: ApiContext["problem"]): Code {
  return objectOf(literalMembers(Object.entries(requestPartsOf(message, problem))), true);
}

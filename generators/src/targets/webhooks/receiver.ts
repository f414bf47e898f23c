// Messages with a signature -> `verifyWebhook` and `createWebhookHandler` for their events, with the schemes as data.
import {
  type Code,
  type CodeSymbol,
  code,
  constant,
  type Declaration,
  exported,
  generatedSymbol,
  generatedType,
  join,
  literal,
  literalMembers,
  objectOf,
  propertyKey,
  StructureKind,
  typeAlias,
} from "../../emit/index.ts";
import type { SignatureScheme } from "../../model/signature.ts";
import { docOfText } from "../docs.ts";
import type { ApiContext } from "../target.ts";
import { wireValue } from "../types/index.ts";
import { type Event, eventHeaderOf, eventPropertyOf } from "./events.ts";

export interface SignedEvent extends Event {
  readonly scheme: SignatureScheme;
}

/** The events of which every message is signed, and in the same way. */
export function signedEventsOf(events: readonly Event[]): SignedEvent[] {
  return events.flatMap((event) => {
    const [first, ...others] = event.messages.map(({ signature }) => signature?.scheme ?? null);
    if (first === undefined || first === null) return [];
    return others.every((other) => JSON.stringify(other) === JSON.stringify(first))
      ? [{ ...event, scheme: first }]
      : [];
  });
}

export function receiverOf(events: readonly SignedEvent[], context: Pick<ApiContext, "apiOptions">): Declaration[] {
  const eventOf = eventOfCode(events);
  const names = events.map(({ name }) => literal(name));
  const value = code`${generatedType("EventMap", "webhooks", "events.gen.ts")}[Name]`;
  const payload = context.apiOptions.dates === "date" ? code`${wireValue}<${value}>` : value;
  const schemes = events.map(({ name, scheme }) => code`${propertyKey(name)}: ${schemeCode(scheme)}`);
  const receivable = objectOf(
    [code`schemes: signatureSchemes`, code`schemas: ${schemas}`, code`eventOf: ${eventOf ?? code`options.eventOf`}`],
    true,
  );
  const options = (type: Code): Code =>
    eventOf === null ? code`${type} & { readonly eventOf: ${typeOf("EventOf")} }` : type;
  const inner = eventOf === null ? receivable : code`receivable`;
  return [
    exported(
      typeAlias(
        "SignedEvents",
        code`{ readonly [Name in ${join(names, "\n  | ")}]: ${payload} }`,
        docOfText(eventsText),
      ),
    ),
    exported(
      constant(
        {
          name: "signatureSchemes",
          type: code`{ readonly [Name in keyof SignedEvents]: ${schemeType} }`,
          initializer: objectOf(schemes, true),
        },
        docOfText("How the deliveries of each event are signed: `x-waybill-signature`."),
      ),
    ),
    ...(eventOf === null
      ? []
      : [
          constant(
            { name: "receivable", type: code`${typeOf("Receivable")}<SignedEvents>`, initializer: receivable },
            docOfText(""),
          ),
        ]),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "verifyWebhook",
      parameters: [
        { name: "request", type: code`${typeOf("ReceivedRequest")}` },
        { name: "secret", type: code`string | readonly string[]` },
        { name: "options", type: options(code`${typeOf("VerifyOptions")}`), hasQuestionToken: eventOf !== null },
      ],
      returnType: code`Promise<${typeOf("DeliveryOf")}<SignedEvents>>`,
      statements: [code`return ${runtime("receive")}<SignedEvents>(${inner}, request, secret, options);`],
      docs: [docOfText(verifyText)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createWebhookHandler",
      parameters: [{ name: "options", type: options(code`${typeOf("HandlerOptions")}<SignedEvents>`) }],
      returnType: code`(request: Request) => Promise<Response>`,
      statements: [code`return ${runtime("webhookHandler")}<SignedEvents>(${inner}, options);`],
      docs: [docOfText(handlerText)],
    },
  ];
}

const eventsText = "What each event carries, of the events whose deliveries are signed.";

const verifyText =
  "The event of a delivery, once its signature is right, it is recent enough, and its payload matches its schema. Rejects with a " +
  "`WebhookError`, distinguished by `code`. The body must be raw. During a rotation, pass the old and the new secret.";

const handlerText =
  "A handler of Fetch requests that verifies each delivery and calls the handler of its event. Without a handler for each event, it " +
  "does not compile.";

const schemas = generatedSymbol("eventSchemas", "webhooks", "schemas.gen.ts");
const schemeType = generatedType("SignatureScheme", "webhooks", "signatures.gen.ts");

function runtime(name: string): CodeSymbol {
  return generatedSymbol(name, "webhooks", "receiving.gen.ts");
}

function typeOf(name: string): CodeSymbol {
  return generatedType(name, "webhooks", "receiving.gen.ts");
}

function schemeCode(scheme: SignatureScheme): Code {
  return objectOf(literalMembers(Object.entries(scheme)), true);
}

/** How a delivery names its event; `null` when nothing that all of them have does, then users say it. */
function eventOfCode(events: readonly SignedEvent[]): Code | null {
  const messages = events.flatMap((event) => event.messages);
  const property = eventPropertyOf(messages);
  if (property !== null) return code`${runtime("namedInPayload")}(${literal(property)})`;
  const header = eventHeaderOf(messages);
  if (header !== null) return code`${runtime("namedInHeader")}(${literal(header)})`;
  const [event, second] = events;
  return event !== undefined && second === undefined ? code`() => ${literal(event.name)}` : null;
}

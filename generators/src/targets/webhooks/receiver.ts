// Messages with a signature -> `verifyWebhook` and `createWebhookHandler` for their events, with the schemes as data.
import {
  type Code,
  type CodeSymbol,
  code,
  constant,
  type Declaration,
  exported,
  exportedConstant,
  generatedSymbol,
  generatedType,
  identifier,
  join,
  literal,
  literalMembers,
  objectOf,
  propertyKey,
  StructureKind,
  typeAlias,
  typeArgument,
} from "../../emit/index.ts";
import type { SignatureScheme } from "../../model/signature.ts";
import { docOfText } from "../docs.ts";
import type { ApiContext } from "../target.ts";
import { wireValue } from "../types/index.ts";
import { idPlaceOf } from "./delivery-ids.ts";
import type { EventMessage } from "./event-messages.ts";
import { type Event, namingOf } from "./events.ts";
import { schemeCodeOf } from "./schemes.ts";

export interface SignedEvent extends Event<EventMessage> {
  readonly scheme: SignatureScheme;
}

/** The events of which every message is signed, and in the same way. */
export function signedEventsOf(events: readonly Event<EventMessage>[]): SignedEvent[] {
  return events.flatMap((event) => {
    const [first, ...others] = event.messages.map(({ signature }) => signature?.scheme ?? null);
    if (first === undefined || first === null) return [];
    return others.every((other) => JSON.stringify(other) === JSON.stringify(first))
      ? [{ ...event, scheme: first }]
      : [];
  });
}

type Context = Pick<ApiContext, "apiOptions" | "problem">;

export function receiverOf(events: readonly SignedEvent[], context: Context): Declaration[] {
  const eventOf = eventOfCode(events);
  const names = events.map(({ name }) => literal(name));
  const value = code`${generatedType("EventMap", "webhooks", "events.gen.ts")}[Name]`;
  const payload = context.apiOptions.dates === "date" ? code`${wireValue}<${value}>` : value;
  const receivable = objectOf(
    [
      code`schemes: ${signatureSchemes}`,
      code`schemas: ${schemas}`,
      code`eventOf: ${eventOf ?? code`options.eventOf`}`,
      ...idsCode(events, context),
      ...methodsCode(events),
    ],
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
      statements: [code`return ${runtime("verify", "receiving.gen.ts")}${signed}(${inner}, request, secret, options);`],
      docs: [docOfText(verifyText)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createWebhookHandler",
      parameters: [
        {
          name: "options",
          type: options(code`${generatedType("HandlerOptions", "webhooks", "handling.gen.ts")}<SignedEvents>`),
        },
      ],
      returnType: code`${generatedType("WebhookHandler", "webhooks", "handling.gen.ts")}`,
      statements: [code`return ${runtime("webhookHandler", "handling.gen.ts")}${signed}(${inner}, options);`],
      docs: [docOfText(handlerText)],
    },
  ];
}

const signed = typeArgument(code`SignedEvents`);

const eventsText = "The payload of each event whose deliveries are signed.";

const verifyText =
  "Returns the event of a delivery if its signature is valid, it is recent enough, and its payload matches its schema. Rejects with a " +
  "`WebhookError`, distinguished by `code`. The body must be raw. During a rotation, pass the old and the new secret. Await it where it " +
  "is called: a promise that is used or ignored rejects.";

const handlerText =
  "A handler of Fetch requests that verifies each delivery and calls the handler of its event, once if there is a store (`seen`). Without " +
  "a handler for each event, or `others` for the remaining ones, it does not compile. `nodeHandler`, `expressHandler`, `fastifyHandler` and `honoHandler` adapt it.";

const schemas = generatedSymbol("eventSchemas", "webhooks", "schemas.gen.ts");
const schemeType: Code = code`${generatedType("SignatureScheme", "webhooks", "signatures.gen.ts")}`;

/** The schemes of all events, as the runtime takes them. */
export const signatureSchemes: CodeSymbol = generatedSymbol("signatureSchemes", "webhooks", "schemes.gen.ts");

/** Each scheme once, as the runtime distinguishes them by identity; and which of them each event is signed by. */
export function schemesOf(events: readonly SignedEvent[]): Declaration[] {
  const distinct = new Map(events.map(({ scheme }) => [JSON.stringify(scheme), scheme]));
  const texts = [...distinct.keys()];
  const nameOf = (index: number): string => (index === 0 ? "scheme" : `scheme${index + 1}`);
  const schemes = [...distinct.values()].map((scheme, index): Declaration => {
    return constant({ name: nameOf(index), type: schemeType, initializer: schemeCodeOf(scheme) }, docOfText(""));
  });
  const entries = events.map(({ name, scheme }) => {
    const schemeReference = identifier(nameOf(texts.indexOf(JSON.stringify(scheme))));
    return code`${propertyKey(name)}: ${schemeReference}`;
  });
  const names = join(
    events.map(({ name }) => literal(name)),
    "\n  | ",
  );
  const table = {
    name: "signatureSchemes",
    type: code`{ readonly [Name in ${names}]: ${schemeType} }`,
    initializer: objectOf(entries, true),
  };
  const doc = docOfText("How the deliveries of each event are signed: `x-waybill-signature`.");
  return [...schemes, exportedConstant(table, doc)];
}

function runtime(name: string, file: string): CodeSymbol {
  return generatedSymbol(name, "webhooks", file);
}

function typeOf(name: string): CodeSymbol {
  return generatedType(name, "webhooks", "receiving.gen.ts");
}

/** How a delivery names its event; `null` when nothing that all of them have does, then users say it. */
function eventOfCode(events: readonly SignedEvent[]): Code | null {
  const naming = namingOf(events.flatMap((event) => event.messages));
  if (naming !== null) {
    const { part, name, names } = naming;
    const place = part === "payload" ? literal(pointerOf(name)) : literal(name);
    const table = names === null ? code`` : code`, ${objectOf(literalMembers(Object.entries(names)), true)}`;
    return code`${placeReader(part)}(${place}${table})`;
  }
  const [event, second] = events;
  return event !== undefined && second === undefined ? code`() => ${literal(event.name)}` : null;
}

function placeReader(part: "payload" | "headers"): CodeSymbol {
  return runtime(part === "payload" ? "inPayload" : "inHeader", "receiving.gen.ts");
}

function pointerOf(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Where the deliveries of each event have their id; nothing where none has. */
function idsCode(events: readonly SignedEvent[], { problem }: Context): Code[] {
  const ids = events.flatMap(({ name, messages: [message] }) => {
    const place = idPlaceOf(message, problem);
    return place === null ? [] : [code`${propertyKey(name)}: ${placeReader(place.part)}(${literal(place.name)})`];
  });
  return ids.length === 0 ? [] : [code`ids: ${objectOf(ids, true)}`];
}

/** Nothing where all are sent by POST. */
function methodsCode(events: readonly SignedEvent[]): Code[] {
  const methods = [...new Set(events.flatMap(({ messages }) => messages.map(({ method }) => method)))];
  return methods.every((method) => method === "POST") ? [] : [code`methods: ${literal(methods)}`];
}

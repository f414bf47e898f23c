// Events -> the Zod schemas of their payloads and headers, by event name.
import {
  type Code,
  type CodeSymbol,
  code,
  generatedType,
  namespaceSymbol,
  objectOf,
  propertyKey,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatement,
} from "../../emit/index.ts";
import { noAnnotations, type Schema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import type { ApiContext } from "../target.ts";
import { wireValue } from "../types/index.ts";
import { zodOf } from "../zod/index.ts";
import type { Event } from "./events.ts";

export function eventSchemasOf(events: readonly Event[], context: Formats): VariableStatement[] {
  const payloads = events.flatMap(({ name, messages }) =>
    entriesOf(
      name,
      messages.map(({ payload }) => payload),
    ),
  );
  const headers = events.flatMap(({ name, messages }) =>
    entriesOf(
      name,
      messages.flatMap((message) => message.headers ?? []),
    ),
  );
  return [
    tableOf(
      {
        name: "eventSchemas",
        text: "The schema of what each event carries, by the event's name.",
        map: typeNamed("EventMap"),
        entries: payloads,
      },
      context,
    ),
    tableOf(
      {
        name: "headerSchemas",
        text: "The schema of the headers each event comes with, by the event's name.",
        map: typeNamed("HeaderMap"),
        entries: headers,
      },
      context,
    ),
  ];
}

type Formats = Pick<ApiContext, "apiOptions">;

interface Entry {
  readonly name: string;
  readonly schemas: readonly [Schema, ...Schema[]];
}

function entriesOf(name: string, [first, ...others]: readonly Schema[]): Entry[] {
  return first === undefined ? [] : [{ name, schemas: [first, ...others] }];
}

interface Table {
  readonly name: string;
  readonly text: string;
  readonly map: CodeSymbol;
  readonly entries: readonly Entry[];
}

const z = namespaceSymbol("z", "zod");

/** `{ readonly [Name in keyof EventMap]: z.ZodType<EventMap[Name]> }` */
function tableOf({ name, text, map, entries }: Table, context: Formats): VariableStatement {
  const members = entries.map((entry) => code`${propertyKey(entry.name)}: ${anyOf(entry.schemas, context)}`);
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      {
        name,
        type: code`{ readonly [Name in keyof ${map}]: ${z}.ZodType<${context.apiOptions.dates === "date" ? code`${wireValue}<${map}[Name]>` : code`${map}[Name]`}> }`,
        initializer: objectOf(members, members.length > 0),
      },
    ],
    docs: [docOfText(text)],
  };
}

/** Messages of one name are one event: any of their schemas may match. */
function anyOf([first, ...others]: Entry["schemas"], context: Formats): Code {
  if (others.length === 0) return zodOf(first, context);
  return zodOf(
    {
      kind: "union",
      mode: "anyOf",
      members: [first, ...others],
      discriminator: null,
      at: first.at,
      annotations: noAnnotations,
    },
    context,
  );
}

function typeNamed(name: string): CodeSymbol {
  return generatedType(name, "webhooks", "events.gen.ts");
}

// Events -> the Zod schemas of their payloads and headers, by event name.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  type ConstDeclaration,
  call,
  code,
  generatedType,
  namespaceSymbol,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { Schema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import type { TargetContext } from "../target.ts";
import { zodOf } from "../zod/index.ts";
import type { Event } from "./events.ts";

export function eventSchemasOf(events: readonly Event[], context: Formats): ConstDeclaration[] {
  const payloads = events.map(
    ({ name, messages }): Entry => ({ name, schemas: messages.map(({ payload }) => payload) }),
  );
  const headers = events.flatMap(({ name, messages }): Entry[] => {
    const schemas = messages.flatMap((message) => message.headers ?? []);
    return schemas.length === 0 ? [] : [{ name, schemas }];
  });
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

type Formats = Pick<TargetContext, "formats">;

interface Entry {
  readonly name: string;
  readonly schemas: readonly Schema[];
}

interface Table {
  readonly name: string;
  readonly text: string;
  readonly map: CodeSymbol;
  readonly entries: readonly Entry[];
}

const z = namespaceSymbol("z", "zod");

/** `{ readonly [Name in keyof EventMap]: z.ZodType<EventMap[Name]> }` */
function tableOf({ name, text, map, entries }: Table, context: Formats): ConstDeclaration {
  const members = entries.map((entry) => code`${propertyKey(entry.name)}: ${anyOf(entry.schemas, context)}`);
  return {
    kind: StructureKind.VariableStatement,
    name,
    doc: docOfText(text),
    type: code`{ readonly [Name in keyof ${map}]: ${z}.ZodType<${map}[Name]> }`,
    value: objectOf(members, members.length > 0),
    exported: true,
  };
}

/** Messages of one name are one event: any of their schemas will do. */
function anyOf(schemas: readonly Schema[], context: Formats): Code {
  const [only] = schemas;
  if (only !== undefined && schemas.length === 1) return zodOf(only, context);
  return call(code`${z}.union`, [arrayOf(schemas.map((schema) => zodOf(schema, context)))]);
}

function typeNamed(name: string): CodeSymbol {
  return generatedType(name, "webhooks", "events.gen.ts");
}

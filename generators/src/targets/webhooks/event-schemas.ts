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
import { zodOf } from "../zod/index.ts";
import type { Event } from "./events.ts";

export function eventSchemasOf(events: readonly Event[]): ConstDeclaration[] {
  const payloads = events.map(
    ({ name, messages }): Entry => ({ name, schemas: messages.map(({ payload }) => payload) }),
  );
  const headers = events.flatMap(({ name, messages }): Entry[] => {
    const schemas = messages.flatMap((message) => message.headers ?? []);
    return schemas.length === 0 ? [] : [{ name, schemas }];
  });
  return [
    tableOf(
      "eventSchemas",
      "The schema of what each event carries, by the event's name.",
      typeNamed("EventMap"),
      payloads,
    ),
    tableOf(
      "headerSchemas",
      "The schema of the headers each event comes with, by the event's name.",
      typeNamed("HeaderMap"),
      headers,
    ),
  ];
}

interface Entry {
  readonly name: string;
  readonly schemas: readonly Schema[];
}

const z = namespaceSymbol("z", "zod");

/** `{ readonly [Name in keyof EventMap]: z.ZodType<EventMap[Name]> }` */
function tableOf(name: string, text: string, map: CodeSymbol, entries: readonly Entry[]): ConstDeclaration {
  const members = entries.map((entry) => code`${propertyKey(entry.name)}: ${anyOf(entry.schemas)}`);
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
function anyOf(schemas: readonly Schema[]): Code {
  const [only] = schemas;
  if (only !== undefined && schemas.length === 1) return zodOf(only);
  return call(code`${z}.union`, [arrayOf(schemas.map(zodOf))]);
}

function typeNamed(name: string): CodeSymbol {
  return generatedType(name, "webhooks", "events.gen.ts");
}

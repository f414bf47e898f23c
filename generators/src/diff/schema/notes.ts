// What applies to one value -> its texts and annotations: its own, or those of the schema it refers to.
import type { Location } from "../../model/place.ts";
import { type Annotations, noAnnotations, type Schema } from "../../model/schema.ts";

export interface Notes extends Annotations {
  readonly at: Location;
}

export function notesOf(schemas: readonly Schema[], at: Location): Notes {
  const [first, ...more] = schemas.filter((schema) => schema.kind !== "any" || schemas.length === 1);
  if (first === undefined) return { ...noAnnotations, at };
  const notes = notesAt(first, 0);
  return more.length === 0 ? notes : withTexts(notes, more);
}

/** The texts of the parts of an `allOf` are one text; extensions and what is deprecated belong to the whole. */
function withTexts(notes: Notes, more: readonly Schema[]): Notes {
  const parts = [notes, ...more.map((schema) => notesAt(schema, 0))];
  const joined = (field: "title" | "description"): string | null => {
    const texts = new Set(parts.flatMap((part) => part[field] ?? []));
    return texts.size === 0 ? null : [...texts].join("\n");
  };
  return {
    ...notes,
    title: joined("title"),
    description: joined("description"),
    deprecated: parts.some(({ deprecated }) => deprecated),
    examples: parts.find(({ examples }) => examples.length > 0)?.examples ?? [],
    extensions: Object.assign({}, ...parts.map(({ extensions }) => extensions).reverse()),
  };
}

/** The maximum length of a chain of references before a text is found. */
const mostSteps = 20;

function notesAt(schema: Schema, step: number): Notes {
  const localNotes: Notes = { ...schema.annotations, at: schema.at };
  const next = step < mostSteps ? notesInside(schema, step + 1) : null;
  if (next === null) return localNotes;
  const isBare = localNotes.description === null && localNotes.title === null;
  return {
    title: localNotes.title ?? next.title,
    description: localNotes.description ?? next.description,
    deprecated: localNotes.deprecated || next.deprecated,
    readOnly: localNotes.readOnly || next.readOnly,
    writeOnly: localNotes.writeOnly || next.writeOnly,
    default: localNotes.default ?? next.default,
    examples: localNotes.examples.length > 0 ? localNotes.examples : next.examples,
    enumDescriptions: { ...next.enumDescriptions, ...localNotes.enumDescriptions },
    extensions: { ...next.extensions, ...localNotes.extensions },
    at: isBare ? next.at : localNotes.at,
  };
}

/** Of the schema it refers to; of one part of an `allOf`, everything; of several, the default. */
function notesInside(schema: Schema, step: number): Notes | null {
  if (schema.kind === "ref") return notesAt(schema.target.schema, step);
  if (schema.kind !== "intersection") return null;
  const parts = schema.members.map((member) => notesAt(member, step));
  const [first, ...more] = parts;
  if (first === undefined || more.length === 0) return first ?? null;
  const defaultPart = parts.find((part) => part.default !== null);
  const isDeprecated = parts.some(({ deprecated }) => deprecated);
  const extensions: Notes["extensions"] = Object.assign({}, ...parts.map((part) => part.extensions).reverse());
  return {
    ...noAnnotations,
    default: defaultPart?.default ?? null,
    deprecated: isDeprecated,
    extensions,
    at: schema.at,
  };
}

// A whole description -> the one that Redoc is given: samples with each operation, security schemes in its prose.
import { httpMethods } from "../../../generators/src/description.ts";
import { entriesAt, isObject, type Json, type JsonObject, objectIn, textAt } from "./json.ts";

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export type CodeSamples = Readonly<Record<string, readonly CodeSample[]>>;

/** The tag under which Redoc has a page for each schema. */
export const schemasTag = "Schemas";

export function decorated(description: JsonObject, samples: CodeSamples): JsonObject {
  const info = objectIn(description["info"]);
  const tags = Array.isArray(description["tags"]) ? description["tags"] : [];
  return {
    ...description,
    info: { ...info, description: `${textAt(info, ["description"]) ?? ""}\n\n${securityWords(description)}` },
    ...(description["paths"] === undefined
      ? {}
      : {
          tags: [...tags, { name: schemasTag }],
          paths: Object.fromEntries(
            entriesAt(description["paths"]).map(([path, item]) => [path, withSamples(item, samples)]),
          ),
        }),
  };
}

/** Redoc calls what no value can be `any`. A type of that name says it. */
export function withNever(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNever);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json] => [
    key,
    key === "properties" && isObject(member)
      ? Object.fromEntries(Object.entries(member).map(([name, schema]) => [name, never(schema)]))
      : withNever(member),
  ]);
  return Object.fromEntries(members);
}

function never(schema: Json): Json {
  if (schema === false) return { type: "never" };
  if (!isObject(schema) || !isObject(schema["not"]) || Object.keys(schema["not"]).length > 0) return withNever(schema);
  const { not: _, ...words } = schema;
  return { type: "never", ...words };
}

/** The languages of all samples, in the order in which they are offered. */
export function languagesIn(samples: CodeSamples): string[] {
  return [...new Set(Object.values(samples).flatMap((some) => some.map(({ label }) => label)))];
}

function withSamples(item: Json, samples: CodeSamples): Json {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, operation]) => {
      const isOperation = httpMethods.some((method) => method === key) && isObject(operation);
      const own = isOperation ? samples[textAt(operation, ["operationId"]) ?? ""] : undefined;
      if (own === undefined || !isObject(operation)) return [key, operation];
      return [key, { ...operation, "x-codeSamples": own.map(({ lang, label, source }) => ({ lang, label, source })) }];
    }),
  );
}

function securityWords(description: JsonObject): string {
  const words = entriesAt(description, ["components", "securitySchemes"]).flatMap(([name, scheme]) => {
    const text = textAt(scheme, ["description"]);
    const form = textAt(scheme, ["bearerFormat"]);
    const kind = [textAt(scheme, ["type"]), textAt(scheme, ["scheme"])].filter((part) => part !== null).join(" ");
    return [`**\`${name}\`** (${kind})${form === null ? "" : `: ${form}.`}`, ...(text === null ? [] : [text])];
  });
  return words.length === 0 ? "" : `## Security schemes\n\n${words.join("\n\n")}`;
}

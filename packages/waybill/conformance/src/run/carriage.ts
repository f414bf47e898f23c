// A value of a parameter -> whether it can be sent there without being read as another value, or as none.
import type { Json, Parameter, Schema } from "waybill/description";
import { partsOf, propertiesIn } from "../description/schema-parts.ts";
import { isList, isObject } from "../values/json.ts";
import { encoded } from "./request-values.ts";

/**
 * Whether a server that reads the parameter by its style finds this very value: text that the place trims, splits or drops says
 * nothing about the service. What is written as a JSON document (`content`) always travels.
 */
export function canCarry(parameter: Parameter, value: Json): boolean {
  if (parameter.mediaType !== null) return true;
  const mayBeObject = takes(parameter.schema, "object");
  if (isObject(value)) return mayBeObject && canCarryObject(parameter, value);
  if (mayBeObject) return false;
  const either = takes(parameter.schema, "array") && takes(parameter.schema, "scalar");
  if (!isList(value)) return !either && canCarryText(parameter, value, "");
  // One element looks like a value by itself.
  return (
    value.length > (either ? 1 : 0) && value.every((item) => canCarryText(parameter, item, delimiterOf(parameter)))
  );
}

function canCarryObject(parameter: Parameter, value: { readonly [key: string]: Json }): boolean {
  const entries = Object.entries(value);
  const delimiters = `${delimiterOf(parameter)}=`;
  const isSpread = parameter.style === "form" && parameter.explode;
  const declared = new Set(propertiesIn(parameter.schema).map(({ name }) => name));
  // An undeclared member could belong to any parameter.
  const isClear = Object.keys(value).every((name) => !isSpread || declared.has(name));
  return entries.length > 0 && isClear && entries.flat().every((text) => canCarryText(parameter, text, delimiters));
}

/** The delimiter between the elements of a list. */
function delimiterOf({ in: place, style, explode }: Parameter): string {
  if (style === "pipeDelimited") return explode ? "" : "|";
  if (style === "spaceDelimited") return explode ? "" : " ";
  if (style === "label") return explode ? "." : ",.";
  if (style === "matrix") return explode ? ";" : ",;";
  return explode && (place === "query" || place === "cookie") ? "" : ",";
}

function canCarryText({ in: place }: Parameter, value: Json, delimiters: string): boolean {
  if (value === null || isList(value) || isObject(value)) return false;
  const text = String(value);
  if (!text.isWellFormed() || [...delimiters].some((mark) => text.includes(mark))) return false;
  switch (place) {
    case "path":
      // Slashes are unpacked on the way, and dots are steps.
      return text !== "" && !/^\.{1,2}$|[/\\\0]/.test(text);
    case "query":
      return true;
    case "header":
      return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
    case "cookie":
      // Not everybody decodes them.
      return text !== "" && encoded(text) === text;
  }
}

const scalarKinds: readonly Schema["kind"][] = ["enum", "number", "boolean", "string"];

function takes(schema: Schema, form: "object" | "array" | "scalar"): boolean {
  return partsOf(schema).some(({ kind }) => (form === "scalar" ? scalarKinds.includes(kind) : kind === form));
}

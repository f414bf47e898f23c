// Formats in defaults and examples, validated by ajv-formats, which most users of descriptions rely on.
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Whether a string has a format; unknown formats, and those of numbers, accept every string. */
export function isFormat(format: string, value: string): boolean {
  const definition = definitionOf(format);
  if (definition instanceof RegExp) return definition.test(value);
  if (typeof definition === "function") return definition(value);
  if (typeof definition !== "object" || !("validate" in definition)) return true;
  if ("type" in definition && definition.type === "number") return true;
  const { validate } = definition;
  if (validate instanceof RegExp) return validate.test(value);
  return typeof validate !== "function" || (validate as (text: string) => unknown)(value) === true;
}

/** Whether a number has a format: `int32` and `int64` are integers in a range, other formats accept every number. */
export function isNumberFormat(format: string, value: number): boolean {
  const definition = definitionOf(format);
  if (typeof definition !== "object" || !("type" in definition) || definition.type !== "number") return true;
  const { validate } = definition;
  return typeof validate !== "function" || (validate as (number: number) => unknown)(value) === true;
}

function definitionOf(format: string): (typeof fullFormats)[keyof typeof fullFormats] | undefined {
  return Object.hasOwn(fullFormats, format) ? fullFormats[format as keyof typeof fullFormats] : undefined;
}

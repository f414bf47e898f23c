// A word that was written as a flag -> the field of the configuration that it names, if no flag sets that.
import { optionRows } from "../../model/api-options.ts";

/** With `*` for the name of an API. */
const placeOf: ReadonlyMap<string, string> = new Map([
  ...["apis", "command", "diff"].map((field) => [field, field] as const),
  ...Object.entries(optionRows)
    // The flag of another name, such as `--no-pagination`, sets one value of many.
    .filter(([, { flag, accepts }]) => flag === null || (flag.value === null && accepts.kind !== "boolean"))
    .map(([field]) => [field, `apis.*.${field}`] as const),
  ["changeset", "apis.*.changeset"],
]);

/** `--unused-schemas` is `unusedSchemas`. */
export function configFieldHint(flag: string): string | null {
  const field = flag.replace(/^-+/, "").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const place = placeOf.get(field);
  if (place === undefined) return null;
  const shown = place.replace("*", "<name>");
  return `\`${field}\` is a field of the configuration: ${shown} in waybill.config.ts, which waybill init writes`;
}

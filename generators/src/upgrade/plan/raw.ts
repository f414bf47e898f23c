// Values as the description has them: what names the old name of something, and whether two things are written alike.
import { type Location, valueAt } from "../../model/place.ts";

const renamedFrom = "x-waybill-renamed-from";
const renamedValues = "x-waybill-renamed-values";

/** The old name that the thing at this place states; `null` without one. */
export function previousNameAt(location: Location): string | null {
  const value = fieldsAt(location)[renamedFrom];
  return typeof value === "string" ? value : null;
}

/** The old value by the new one, as an enum states them. */
export function oldValuesAt(location: Location): ReadonlyMap<string, string> {
  const value = fieldsAt(location)[renamedValues];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([now, before]) => (typeof before === "string" ? [[now, before] as const] : [])),
  );
}

function fieldsAt(location: Location): Readonly<Record<string, unknown>> {
  const value = valueAt(location);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value as text, without the statements about old names; equal texts are equal values, written in the same order. */
export function writtenAs(location: Location): string {
  return (
    JSON.stringify(valueAt(location), (key, value) =>
      key === renamedFrom || key === renamedValues ? undefined : value,
    ) ?? ""
  );
}

// `200`, `4XX`, `default`: how a status is written, as the key of a table and in words.
import type { Status } from "./http.ts";
import { unreachable } from "./unreachable.ts";

export function statusKeyOf(status: Status): number | `${1 | 2 | 3 | 4 | 5}XX` | "default" {
  switch (status.kind) {
    case "code":
      return status.code;
    case "range":
      return `${status.first}XX`;
    case "default":
      return "default";
    default:
      return unreachable(status);
  }
}

/** As in descriptions. */
export function statusText(status: Status): string {
  return String(statusKeyOf(status));
}

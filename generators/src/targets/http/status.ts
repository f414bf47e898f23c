// `200`, `4XX`, `default`: how a status is written in tables.
import type { Status } from "../../model/http.ts";
import { unreachable } from "../../model/unreachable.ts";

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

// The places of parameters -> the parts of a request value that hold them, as types, validators and clients name them alike.
import type { ParameterPlace } from "../../model/http.ts";

const parts = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

export type RequestPart = (typeof parts)[ParameterPlace];

export function partOf(place: ParameterPlace): RequestPart {
  return parts[place];
}

/** In the order in which a request's type lists its parts. */
export const parameterPlaces: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

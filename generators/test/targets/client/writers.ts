// A parameter as a description has it -> one as the operation table has it, with the functions that the table refers to.
import { noAnnotations } from "../../../src/model/schema.ts";
import type { Location } from "../../../src/source/index.ts";
import { putInCookies, putInHeaders, putInPath, putInQuery } from "../../../src/targets/client/runtime/places.ts";
import type { Parameter, Put } from "../../../src/targets/client/runtime/runtime.ts";
import { isTextWriter, writerOf } from "../../../src/targets/client/writers.ts";
import { writers } from "../../../src/targets/samples/wire.ts";

const nowhere: Location = {
  document: { path: "/api.yaml", name: "api.yaml", format: "yaml", text: "", value: undefined },
  parent: null,
  key: "",
};

type Place = "path" | "query" | "header" | "cookie";

const places: Readonly<Record<Place, { readonly part: Parameter["part"]; readonly put: Put }>> = {
  path: { part: "path", put: putInPath },
  query: { part: "query", put: putInQuery },
  header: { part: "headers", put: putInHeaders },
  cookie: { part: "cookies", put: putInCookies },
};

export interface GivenParameter {
  readonly name?: string;
  readonly in: Place;
  readonly style?: NonNullable<Parameter["style"]>;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly mediaType?: string | null;
  /** Never more than one value, says its schema. */
  readonly plain?: boolean;
}

export function tableParameterOf({
  name = "color",
  in: place,
  style = "form",
  explode = true,
  allowReserved = false,
  mediaType = null,
  plain = false,
}: GivenParameter): Parameter {
  const schema = { kind: plain ? "boolean" : "any", at: nowhere, annotations: noAnnotations } as const;
  const writer = writerOf({ in: place, style, explode, mediaType, allowReserved, schema });
  return {
    name,
    ...places[place],
    ...(isTextWriter(writer) ? {} : { style, explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(mediaType === null ? {} : { mediaType }),
    write: writers[writer],
  };
}

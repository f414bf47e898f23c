// IRIs and references to them as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isIri, isIriReference } from "../formats/iri.ts";

export const iriString: z.ZodCustomStringFormat<"iri"> = /* @__PURE__ */ z.stringFormat("iri", isIri);
export const iriReferenceString: z.ZodCustomStringFormat<"iri-reference"> = /* @__PURE__ */ z.stringFormat(
  "iri-reference",
  isIriReference,
);

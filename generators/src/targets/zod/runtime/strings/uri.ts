// URIs and references to them as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isUri, isUriReference } from "../formats/uri.ts";

export const uriString: z.ZodCustomStringFormat<"uri"> = /* @__PURE__ */ z.stringFormat("uri", isUri);
export const uriReferenceString: z.ZodCustomStringFormat<"uri-reference"> = /* @__PURE__ */ z.stringFormat(
  "uri-reference",
  isUriReference,
);

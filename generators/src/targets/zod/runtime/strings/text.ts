// Identifiers, pointers, expressions and encoded bytes as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isByte, isJsonPointer, isRegex, isRelativeJsonPointer, isUuid } from "../formats/text.ts";

export const uuidString: z.ZodCustomStringFormat<"uuid"> = /* @__PURE__ */ z.stringFormat("uuid", isUuid);
export const jsonPointerString: z.ZodCustomStringFormat<"json-pointer"> = /* @__PURE__ */ z.stringFormat(
  "json-pointer",
  isJsonPointer,
);
export const relativeJsonPointerString: z.ZodCustomStringFormat<"relative-json-pointer"> =
  /* @__PURE__ */ z.stringFormat("relative-json-pointer", isRelativeJsonPointer);
export const regexString: z.ZodCustomStringFormat<"regex"> = /* @__PURE__ */ z.stringFormat("regex", isRegex);
export const byteString: z.ZodCustomStringFormat<"byte"> = /* @__PURE__ */ z.stringFormat("byte", isByte);

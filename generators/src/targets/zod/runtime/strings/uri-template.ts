// URI templates as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isUriTemplate } from "../formats/uri-template.ts";

export const uriTemplateString: z.ZodCustomStringFormat<"uri-template"> = /* @__PURE__ */ z.stringFormat(
  "uri-template",
  isUriTemplate,
);

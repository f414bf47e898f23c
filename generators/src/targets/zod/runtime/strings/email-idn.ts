// E-mail addresses in any script as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isIdnEmail } from "../formats/email-idn.ts";

export const idnEmailString: z.ZodCustomStringFormat<"idn-email"> = /* @__PURE__ */ z.stringFormat(
  "idn-email",
  isIdnEmail,
);

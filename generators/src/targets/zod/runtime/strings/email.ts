// E-mail addresses as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isEmail } from "../formats/email.ts";

export const emailString: z.ZodCustomStringFormat<"email"> = /* @__PURE__ */ z.stringFormat("email", isEmail);

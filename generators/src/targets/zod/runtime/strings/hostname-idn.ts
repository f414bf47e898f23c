// Names of hosts in any script as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isIdnHostname } from "../formats/hostname-idn.ts";

export const idnHostnameString: z.ZodCustomStringFormat<"idn-hostname"> = /* @__PURE__ */ z.stringFormat(
  "idn-hostname",
  isIdnHostname,
);

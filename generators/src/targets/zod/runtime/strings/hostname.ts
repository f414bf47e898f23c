// Names of hosts as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isHostname } from "../formats/hostname.ts";

export const hostnameString: z.ZodCustomStringFormat<"hostname"> = /* @__PURE__ */ z.stringFormat(
  "hostname",
  isHostname,
);

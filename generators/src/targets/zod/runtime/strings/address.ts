// Addresses of hosts as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isIpv4, isIpv6 } from "../formats/address.ts";

export const ipv4String: z.ZodCustomStringFormat<"ipv4"> = /* @__PURE__ */ z.stringFormat("ipv4", isIpv4);
export const ipv6String: z.ZodCustomStringFormat<"ipv6"> = /* @__PURE__ */ z.stringFormat("ipv6", isIpv6);

// Dates, times and durations as schemas: made once, since most members of a kind say no more.
import * as z from "zod";
import { isDate, isDateTime, isDuration, isTime } from "../formats/time.ts";

export const dateTimeString: z.ZodCustomStringFormat<"date-time"> = /* @__PURE__ */ z.stringFormat(
  "date-time",
  isDateTime,
);
export const dateString: z.ZodCustomStringFormat<"date"> = /* @__PURE__ */ z.stringFormat("date", isDate);
export const timeString: z.ZodCustomStringFormat<"time"> = /* @__PURE__ */ z.stringFormat("time", isTime);
export const durationString: z.ZodCustomStringFormat<"duration"> = /* @__PURE__ */ z.stringFormat(
  "duration",
  isDuration,
);

// Loaded into the process that is measured: when it ends, its peak memory in kilobytes goes to the file WAYBILL_PEAK names.
import { writeFileSync } from "node:fs";

const file = process.env["WAYBILL_PEAK"];
if (file !== undefined) {
  process.on("exit", () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
}

// How a command prints its result.
import type { Arguments } from "./arguments.ts";
import { type Usable, unusable, usable } from "./usage.ts";

export type Format = "text" | "json" | "github";

export function formatOf(args: Arguments): Usable<Format> {
  const format = args.one("format");
  if (!args.has("json")) return usable(format === "json" || format === "github" ? format : "text");
  if (format === null || format === "json") return usable("json");
  return unusable(`--json and --format ${format} exclude each other`, "keep one of the two");
}

// .gitattributes -> the same with generated files marked as such, so that reviews on GitHub fold them.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FileStep } from "./setup.ts";

const file = ".gitattributes";
const lines = ["*.gen.* linguist-generated=true", "waybill.manifest.json linguist-generated=true"];

export function attributesStep(folder: string): FileStep {
  const place = path.join(folder, file);
  const before = existsSync(place) ? readFileSync(place, "utf8") : null;
  const missing = lines.filter((line) => !(before ?? "").split(/\r?\n/).includes(line));
  if (missing.length === 0) {
    return { path: file, action: "keep", text: null, note: "generated files are marked already" };
  }
  const end = before?.includes("\r\n") === true ? "\r\n" : "\n";
  const start = before === null || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}${end}`;
  const text = `${start}${missing.map((line) => `${line}${end}`).join("")}`;
  const note = "reviews fold generated files";
  return { path: file, action: before === null ? "create" : "change", text, note };
}

// What a configuration, or a document by itself, names as an API -> its folder and the documents that it starts from.
import path from "node:path";
import type { DescribedApi } from "waybill/language";

/** Paths in messages are relative to it. */
export function folderOf({ files: { configFile, openapi, asyncapi } }: DescribedApi): string {
  return path.dirname(configFile ?? openapi ?? asyncapi ?? ".");
}

/** Absolute, with forward slashes. */
export function entriesOf({ files: { openapi, asyncapi } }: DescribedApi): readonly string[] {
  return [openapi, asyncapi].flatMap((file) => (file === null ? [] : [file.replaceAll("\\", "/")]));
}

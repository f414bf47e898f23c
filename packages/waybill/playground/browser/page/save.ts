// The files of a target -> an archive in the downloads of the reader.
import type { ShownFile } from "../../src/engine/messages.ts";
import { element } from "./element.ts";

export async function save(name: string, files: readonly ShownFile[]): Promise<void> {
  const { strToU8, zipSync } = await import("fflate");
  const archive = zipSync(Object.fromEntries(files.map((file) => [file.name, strToU8(file.text)])));
  const href = URL.createObjectURL(new Blob([new Uint8Array(archive)], { type: "application/zip" }));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}

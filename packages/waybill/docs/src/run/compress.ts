// The files of a site -> the same files compressed beside them, `.br` and `.gz`, for servers that send these as they are.
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What becomes smaller; fonts and the search index are compressed already. */
const texts = "**/*.{html,css,js,json,md,svg,txt,xml,yaml}";
/** Below that a packet is a packet. */
const fewestBytes = 1024;
/** Of 11: the last two take five times as long for some hundredths. Scripts are few, and every page waits for them. */
const brotliQuality = (file: string): number => (file.endsWith(".js") ? 11 : 9);

export async function compressFiles(folder: string, pattern: string = texts): Promise<void> {
  // The page of a file of the description is in a folder of that file's name.
  const files = globSync(pattern, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const pendingFiles = files.map(({ parentPath, name }) => path.join(parentPath, name));
  const next = async (): Promise<void> => {
    for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) await compressFile(file);
  };
  // More would wait for the threads of Node, each with its own megabytes.
  await Promise.all(Array.from({ length: 4 }, next));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < fewestBytes) return;
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: parameters }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

// Changes while `docs dev` reads, and right after.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { watchFiles } from "../src/run/watch.ts";

const folder = mkdtempSync(path.join(tmpdir(), "docs-watch-"));
const file = path.join(folder, "openapi.json");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a change between the end of a reading and the next watch is not lost", async () => {
  save("first");
  let readings = 0;
  const watching = watchFiles([file], async () => {
    readings += 1;
    if (readings < 4) save(`after reading ${readings}`);
    return [file];
  });
  save("second");
  await vi.waitFor(() => expect(readings).toBe(4), { timeout: 5_000 });
  watching.close();
});

test("a file that changes between its first reading and its watch is read again", async () => {
  const other = path.join(folder, "schemas.json");
  writeFileSync(other, "first");
  const read: string[] = [];
  const watching = watchFiles([file], async () => {
    read.push(readFileSync(other, "utf8"));
    if (read.length === 1) writeFileSync(other, "second");
    return [file, other];
  });
  save("changed");
  await vi.waitFor(() => expect(read.at(-1)).toBe("second"), { timeout: 5_000 });
  watching.close();
});

/** As editors do: the file is there at once. */
function save(text: string): void {
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
}

// When `pnpm start` builds the pages of the portal.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isBuilt } from "./portal.ts";

const folder = mkdtempSync(join(tmpdir(), "demo-portal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, seconds: number): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), name);
  utimesSync(join(folder, name), seconds, seconds);
}

test("pages are built again once one of their files is newer than the build, and only then", () => {
  write("index.html", 100);
  write("src/portal/main.tsx", 100);
  write("public/mark.svg", 100);
  write("test/portal.test.ts", 900);
  expect(isBuilt(folder)).toBe(false);
  write("dist/index.html", 200);
  utimesSync(join(folder, "src"), 150, 150);
  utimesSync(join(folder, "src/portal"), 150, 150);
  expect(isBuilt(folder)).toBe(true);
  write("src/portal/main.tsx", 300);
  expect(isBuilt(folder)).toBe(false);
  write("src/portal/main.tsx", 100);
  // A file that is gone is a change of its folder.
  utimesSync(join(folder, "src/portal"), 300, 300);
  expect(isBuilt(folder)).toBe(false);
});

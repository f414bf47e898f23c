import { expect, test } from "vitest";
import { arrayOf, call, code, generatedSymbol, literal } from "../../src/emit/index.ts";
import { layOut } from "../../src/emit/layout.ts";

test("a piece is laid out with the names of its current file, not those of earlier files", () => {
  const list = arrayOf(Array.from({ length: 10 }, (_, index) => literal(`${index}`)));
  const piece = call(generatedSymbol("f", "types", "f.ts"), [list, code`${generatedSymbol("g", "types", "g.ts")}()`]);
  const short = (): string => layOut(piece, ({ name }) => name);
  const long = (): string => layOut(piece, ({ name }) => (name === "g" ? name.repeat(100) : name));
  const [before, broken, after] = [short(), long(), short()];
  expect(before).not.toContain("\n");
  expect(broken).toContain("\n");
  expect(after).toBe(before);
});

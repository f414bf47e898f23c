import fc from "fast-check";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { bannerOf } from "../../src/emit/banner.ts";

test.each([
  ["", ""],
  [" \n ", ""],
  ["Copyright 2026 Acme", "/* Copyright 2026 Acme */"],
  ["eslint-disable", "/* eslint-disable */"],
  ["Acme\n\nAll rights.", "/*\n * Acme\n *\n * All rights.\n */"],
  ["/* eslint-disable */", "/* eslint-disable */"],
  ["/* eslint-disable */\n// @ts-nocheck\r\n// SPDX", "/* eslint-disable */\n// @ts-nocheck\n// SPDX"],
  ["/*\n * Acme\n */", "/*\n * Acme\n */"],
  ["/* a */ run()", "/* /* a *\\/ run() */"],
  ["// a\nrun()", "/*\n * // a\n * run()\n */"],
  ["*/ run() /*", "/* *\\/ run() /* */"],
  ["// a\u2028run()", "/*\n * // a\n * run()\n */"],
  ["//# sourceMappingURL=x", "//# \\sourceMappingURL=x"],
])("a header %j becomes a comment", (text, banner) => {
  expect(bannerOf(text)).toBe(banner);
});

test("a header of any content is comments only", () => {
  const parts = fc.constantFrom(
    "/*",
    "*/",
    "//",
    "\n",
    "\r",
    "\u2028",
    "*",
    "/",
    " ",
    "run()",
    "`",
    "\\",
    "eslint-disable",
    "\u200b",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (words) => {
      const { program, errors } = parseSync("x.ts", `${bannerOf(words.join(""))}\nlast();\n`);
      expect(errors).toEqual([]);
      expect(program.body).toMatchObject([{ type: "ExpressionStatement", expression: { callee: { name: "last" } } }]);
    }),
  );
});

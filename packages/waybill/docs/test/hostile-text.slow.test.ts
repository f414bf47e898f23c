// A script in every text of a description and of a guide -> no page of the built site has it, or runs it, in Chromium under its policy.
import { globSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Workspace } from "../../../../generators/test/cli/workspace.ts";
import { openApiTemplate } from "../../../../generators/test/hostile/openapi-template.ts";
import { fill } from "../../../../generators/test/hostile/template.ts";
import { describeWithChromium } from "../../../../scripts/testing/chromium.ts";
import { launchChromium } from "../../../../scripts/testing/chromium-program.ts";
import { isCopy } from "./is-copy.ts";

/** Ends every element whose text is raw, then runs. */
const hostile = (slot: string): string =>
  `${slot}</title></textarea></style></script><script>globalThis.struck = "${slot}"</script><img src="x" onerror="globalThis.struck = '${slot}'">`;

const guide = `---
title: ${JSON.stringify(hostile("guide title"))}
description: ${JSON.stringify(`A guide of some words. ${hostile("guide description")}`)}
---

Words. ${hostile("inline")}

<script>globalThis.struck = "block"</script>
<script type="text/ecmascript">globalThis.struck = "another type"</script>
<svg><script>globalThis.struck = "drawing"</script></svg>

## ${hostile("heading")}

[link](javascript:globalThis.struck='link')
`;

describeWithChromium("a documentation site of hostile texts", () => {
  if (isCopy) {
    test.skip("this is a copy of the checkout, whose packages are links");
    return;
  }
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test("no page has or runs a script of a text", async () => {
    // Paths, methods and media types cannot hold such text, and names of parameters would be refused.
    const isText = (slot: string): boolean => /^(words|data) /.test(slot) || slot === "name tag";
    const textOf = (slot: string): string => (isText(slot) ? hostile(slot) : slot.replaceAll(" ", "-"));
    const workspace = new Workspace({
      "openapi.json": fill(openApiTemplate("3.1"), textOf).text,
      "guides/hostile.md": guide,
      "docs.config.mjs": 'export default { guides: "guides" };',
    });
    const built = await workspace.spawn(["docs", "build", "openapi.json", "--out", "site"]);
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("guides/hostile/index.html: an inline script in a text was removed");
    const files = globSync("**/*.html", { cwd: workspace.path("site") });
    expect(files.length).toBeGreaterThan(10);
    const page = await browser.newPage();
    await page.route("http://site.test/**", async (route) => {
      const file = new URL(route.request().url()).pathname.slice(1);
      await route
        .fulfill({ path: path.join(workspace.path("site"), decodeURIComponent(file)) })
        .catch(() => route.abort());
    });
    const seen: unknown[] = [];
    for (const file of files) {
      await page.goto(`http://site.test/${encodeURI(file)}`);
      seen.push(...(await page.evaluate<string[]>(foundOnPage)).map((what) => `${file}: ${what}`));
    }
    expect(seen).toEqual([]);
  });
});

/** Runs in the page. */
const foundOnPage = `[
  ...(globalThis.struck === undefined ? [] : ["ran: " + globalThis.struck]),
  ...[...document.querySelectorAll("script")].filter((one) => one.text.includes("struck")).map((one) => one.outerHTML),
  ...[...document.querySelectorAll("*")].flatMap((one) => [...one.attributes])
    .filter(({ name, value }) => value.includes("struck") && (/^on/.test(name) || /^\\s*javascript:/i.test(value))).map(({ name, value }) => name + "=" + value),
]`;

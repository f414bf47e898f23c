import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type ReadOptions, Report, readApi } from "waybill/description";
import { operationSamplesOf } from "waybill/plugin";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import type { Page } from "../src/blocks/block.ts";
import { markdownOf } from "../src/blocks/markdown.ts";
import { lossesOf } from "../src/reference/losses.ts";
import { referenceOf } from "../src/reference/pages.ts";
import { type SiteMap, siteMapOf } from "../src/reference/site-map.ts";

const root = path.join(import.meta.dirname, "../../../..");

interface Made {
  readonly map: SiteMap;
  readonly pages: readonly Page[];
}

function pagesOf(options: Omit<ReadOptions, "cwd">): Made {
  const { api } = readApi(
    { cwd: root, isForeign: () => true, ...options },
    new Report({ api: "", tolerance: { codes: new Set(), isLenient: () => true }, targets: null }),
  );
  if (api === null) throw new Error("the description cannot be read");
  const map = siteMapOf(api, "/");
  const none = { sources: [], invented: [], missing: [] };
  const samplesOf = api.http === null ? () => none : operationSamplesOf(api.http, { client: "@acme/client" });
  return { map, pages: [...referenceOf("API", { map, samplesOf, source: null }, []).pages()] };
}

test("the pages of the API of this repository say everything its descriptions say", () => {
  const { map, pages } = pagesOf({ openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
  expect(lossesOf(map, pages)).toEqual([]);
});

test("the audit names a parameter, a property and a text that no page has", () => {
  const { map, pages } = pagesOf({ openapi: "spec/openapi.yaml" });
  const without = pages.map((page) =>
    page.kind === "operation" || page.kind === "schema" ? { ...page, intro: [], main: [], aside: [] } : page,
  );
  const losses = lossesOf(map, without);
  for (const part of [/the parameter/, /^Order: /, /, description: /, /the example/])
    expect(losses.some((loss) => part.test(loss))).toBe(true);
});

const kinds = path.join(import.meta.dirname, "kinds.yaml");

test("the audit names links, contact, samples and the rest of what changes no code, and the pages have it all", () => {
  const { map, pages } = pagesOf({ openapi: kinds });
  expect(lossesOf(map, pages)).toEqual([]);
  const without = pages.map((page) => ({ ...page, title: "", intro: [], main: [], aside: [] }));
  const losses = lossesOf(map, without).join("\n");
  for (const text of readFileSync(kinds, "utf8").match(
    /https:\/\/(?:help|terms|docs|tag|placing|a)[^\s},]+|a@b\.example|MIT|Orders of goods|Each has lines|Acme\.place|The \*\*simplest/g,
  ) ?? [])
    expect(losses).toContain(text);
  const operation = pages.find(({ kind }) => kind === "operation");
  const markdown = operation === undefined ? "" : markdownOf(operation, "/");
  // Its author's sample in place of the generated one in Ruby, and names beside the values of the enum.
  expect(markdown).toMatch(/Request \(The gem\):\n\n```ruby\nAcme\.place\n```\n\nRequest \(curl\)/);
  expect(markdown).not.toContain("(Ruby)");
  expect(markdown).toMatch(/- `1` \(in code `Slow`\)/);
  expect(map.groups.map(({ label }) => label)).toEqual(["Core › All orders"]);
});

test("the audit names a limit that no page has", () => {
  const { map, pages } = pagesOf({ openapi: "spec/openapi.yaml" });
  const withoutLimits = JSON.parse(JSON.stringify(pages), (key, value) =>
    key === "facts" || key === "type" ? [] : value,
  );
  expect(lossesOf(map, withoutLimits)).toContain("ShipTo: no entry of firstName has all of 100");
});

describeWithCorpus("published descriptions", () => {
  test.each(["streetlights-kafka", "slack-rtm", "adeo-kafka-request-reply"])("lose nothing: %s", (name) => {
    const { map, pages } = pagesOf({ asyncapi: corpusPath("asyncapi", `${name}-asyncapi.yml`) });
    expect(lossesOf(map, pages)).toEqual([]);
  });

  test("Adyen Management loses nothing", () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "docs-audit-")), "adyen.json");
    writeFileSync(file, gunzipSync(readFileSync(corpusPath("openapi/adyen-management.json.gz"))));
    const { map, pages } = pagesOf({ openapi: file });
    expect(lossesOf(map, pages)).toEqual([]);
  });
});

import path from "node:path";
import { expect, test } from "vitest";
import { feedOf } from "../../packages/waybill/docs/src/run/feed.ts";
import { folderOf } from "../../scripts/testing/folder-of.ts";
import { beyondDescription } from "../build/changelog/beyond-description.ts";
import { changesetOf, readReleases, releasesOf } from "../build/changelog/changesets.ts";
import { type Differ, readDescribed } from "../build/changelog/described.ts";
import { changelogEntries, changelogPage } from "../build/changelog/page.ts";

const clientLog = `# @fulfillment/client

## 1.10.0

### Minor Changes

- 1a2b3c4: Orders can be filtered by date.

  \`\`\`ts
  client.orders.list({ since });
  \`\`\`

### Patch Changes

- Updated dependencies [1a2b3c4]
  - @fulfillment/types@1.10.0

## 1.9.0

### Patch Changes

- 5d6e7f8: Retries wait as long as the service asks.
- @fulfillment/types@1.9.0
  - @fulfillment/validators@1.9.0
`;

const summary = {
  title: "T",
  summary: "S",
  version: "1.10.0",
  api: "https://a.example/",
  operations: 3,
  events: 2,
  schemas: 4,
};

test("a CHANGELOG.md becomes its versions, without what only dependencies changed", () => {
  expect(releasesOf(clientLog, "packages/fulfillment/client/CHANGELOG.md")).toEqual([
    {
      version: "1.10.0",
      changes: [
        {
          package: "@fulfillment/client",
          bump: "minor",
          text: "Orders can be filtered by date.\n\n```ts\nclient.orders.list({ since });\n```",
        },
      ],
    },
    {
      version: "1.9.0",
      changes: [{ package: "@fulfillment/client", bump: "patch", text: "Retries wait as long as the service asks." }],
    },
  ]);
});

test("a changeset that is a list is below the names of its packages", () => {
  const page = changelogPage({
    releases: [{ version: null, changes: changesetOf('---\n"a": minor\n---\n\n- One.\n- Two.\n', ".changeset/x.md") }],
    described: new Map(),
    summary,
    navigation: [],
    dates: new Map(),
  });
  expect(page.body).toContain("- `a`:\n\n  - One.\n  - Two.\n");
});

test.each([
  ["## 1.0.0\n", "names no package"],
  ["# a\n\n## Unreleased\n", '"## Unreleased" is no version'],
  ["# a\n\n## 1.0.0\n\n### Fixes\n\n- x\n", "is not what changesets writes"],
])("a malformed changelog is refused: %j", (markdown, message) => {
  expect(() => releasesOf(markdown, "CHANGELOG.md")).toThrow(message);
});

test("a changeset counts for each of its packages", () => {
  expect(changesetOf('---\n"a": minor\n"b": patch\n---\n\nBoth learned something.\n', ".changeset/x.md")).toEqual([
    { package: "a", bump: "minor", text: "Both learned something." },
    { package: "b", bump: "patch", text: "Both learned something." },
  ]);
  expect(() => changesetOf('---\n"a": huge\n---\n\nx\n', ".changeset/x.md")).toThrow("a is to become huge");
});

test("the page lists what is pending first, then the newest version, and a shared change once", () => {
  const root = folderOf({
    "packages/fulfillment/client/CHANGELOG.md": clientLog,
    "packages/fulfillment/types/CHANGELOG.md":
      "# @fulfillment/types\n\n## 1.10.0\n\n### Minor Changes\n\n- 9f8e7d6: Dates have a type.\n",
    ".changeset/README.md": "# Changesets\n",
    ".changeset/brave-boats-sing.md": '---\n"a": major\n"b": major\n---\n\nNames are shorter.\n',
  });
  const described = new Map([["1.10.0", [{ bump: "minor" as const, text: "GET /v1/x: is new." }]]]);
  const { body } = changelogPage({
    releases: readReleases(root),
    described,
    summary,
    navigation: [],
    dates: new Map([["1.10.0", "2026-11-22"]]),
  });
  expect(body.slice(body.indexOf("## "))).toBe(`## Unreleased

**Requires changes on your side**

- \`a\`, \`b\`: Names are shorter.

## 1.10.0

Released on 2026-11-22.

### The API

**New**

- GET /v1/x: is new.

### The packages

**New**

- \`@fulfillment/client\`: Orders can be filtered by date.
  
  \`\`\`ts
  client.orders.list({ since });
  \`\`\`
- \`@fulfillment/types\`: Dates have a type.

## 1.9.0

### The packages

**Fixed**

- \`@fulfillment/client\`: Retries wait as long as the service asks.
`);
});

test("a drafted changeset appears without the lines of the description's own changes", () => {
  const described = [
    { bump: "major", text: 'Order.note_: the value "<b>" is new. Code meets it.' },
    { bump: "minor", text: "ShipTo.zip: longer. Nothing breaks." },
  ] as const;
  const major =
    '**Breaking changes**\n\n- Order.note\\_: the value "&lt;b>" is new. Code meets it. In GET /x, response 200.';
  const minor = "**New and compatible**\n\n- ShipTo.zip: longer. Nothing breaks. In POST /x, body.";
  const draft = `What changes in the shop API:\n\n${major}\n\n${minor}`;
  expect(beyondDescription(draft, described)).toBe("");
  expect(beyondDescription(`Read the guide.\n\n${draft}\n- Said by hand.`, described)).toBe(
    "Read the guide.\n\nWhat changes in the shop API:\n\n**New and compatible**\n\n- Said by hand.",
  );
  expect(beyondDescription(`Read the guide.\n\n${draft}`, described)).toBe("Read the guide.");
  expect(beyondDescription("**Note**\n\n**Bold**", described)).toBe("**Note**\n\n**Bold**");
});

test("the feed has released versions only, with text that is no markup", () => {
  const entries = changelogEntries({
    releases: [
      { version: "1.10.0", changes: [{ package: "a", bump: "minor", text: "`a<b>` & more" }] },
      { version: "1.11.0", changes: [] },
    ],
    described: new Map(),
    summary,
    navigation: [],
    dates: new Map([["1.10.0", "2026-11-22"]]),
  });
  const feed = feedOf(entries, "T", { site: "https://d.example", base: "/" });
  expect(feed.match(/<entry>/g)).toHaveLength(1);
  expect(feed).toContain('<link href="https://d.example/changelog/#1100"/>');
  expect(feed).toContain("<updated>2026-11-22T00:00:00Z</updated>");
  expect(feed).toContain("`a&lt;b&gt;` &amp; more");
});

test("the first release lists what it has", () => {
  const navigation = [
    { label: "Orders", path: null, items: [{ label: "List orders", path: "/reference/http/orders/list-orders/" }] },
  ];
  const { body } = changelogPage({ releases: [], described: new Map(), summary, navigation, dates: new Map() });
  expect(body).toContain("The first release. It has 3 operations, 2 events and 4 schemas.");
  expect(body).toContain("- **Orders**: [List orders](/reference/http/orders/list-orders/)");
});

test("each released description is compared with the one before", async () => {
  const released = ["1.2.0", "1.10.0", "1.9.0"].map((version) => [`releases/${version}/openapi.json`, "{}"]);
  const spec = folderOf(Object.fromEntries(released));
  const differ: Differ = async (base, revision) => [
    { bump: "minor", text: `${path.relative(spec, base.openapi)} -> ${path.relative(spec, revision.openapi)}` },
  ];
  const told = [...(await readDescribed(spec, { current: "1.11.0", differ }))].map(([version, [change]]) => [
    version,
    change?.text,
  ]);
  expect(told).toEqual([
    ["1.9.0", "releases/1.2.0/openapi.json -> releases/1.9.0/openapi.json"],
    ["1.10.0", "releases/1.9.0/openapi.json -> releases/1.10.0/openapi.json"],
    ["1.11.0", "releases/1.10.0/openapi.json -> openapi.yaml"],
  ]);
});

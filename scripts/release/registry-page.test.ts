// What the page of a package in the registry shows.
import { expect, test } from "vitest";
import { placed, withAbsoluteLinks } from "./registry-page.ts";

const place = { url: "https://git.example/team/waybill", directory: "packages/fulfillment/client" };

test("relative links of a README lead into the repository", () => {
  const text = [
    "[waybill](../../../generators/README.md), [`paths`](../../waybill/paths/), [here](#errors), [MSW](https://mswjs.io), [site](/guides/)",
    "![terminal](../../../docs/terminal.svg) `[no](link.md)`",
    "```md\n[no](link.md)\n```",
    "[rules](../../../docs/diff.md#rules)",
  ].join("\n");
  const { url } = place;
  expect(withAbsoluteLinks(text, place)).toBe(
    [
      `[waybill](${url}/blob/HEAD/generators/README.md), [\`paths\`](${url}/tree/HEAD/packages/waybill/paths), [here](#errors), [MSW](https://mswjs.io), [site](/guides/)`,
      `![terminal](${url}/raw/HEAD/docs/terminal.svg) \`[no](link.md)\``,
      "```md\n[no](link.md)\n```",
      `[rules](${url}/blob/HEAD/docs/diff.md#rules)`,
    ].join("\n"),
  );
});

test("a published manifest names repository, homepage and issues", () => {
  expect(placed({ name: "x" }, place, null)).toEqual({
    name: "x",
    repository: {
      type: "git",
      url: "git+https://git.example/team/waybill.git",
      directory: "packages/fulfillment/client",
    },
    homepage: "https://git.example/team/waybill/tree/HEAD/packages/fulfillment/client#readme",
    bugs: "https://git.example/team/waybill/issues",
  });
  expect(placed({}, place, "https://docs.example")).toMatchObject({ homepage: "https://docs.example" });
});

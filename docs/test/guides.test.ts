// What the guides say in words agrees with what they show, and with spec/.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "../..");
const description = parse(readFileSync(path.join(root, "spec/openapi.yaml"), "utf8"));
const guide = (name: string): string => readFileSync(path.join(root, "docs/guides", `${name}.md`), "utf8");

test("the guide of authentication has the base URL of the description", () => {
  const [{ url, variables }] = description.servers;
  const address = url.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => variables[name].default);
  expect(guide("authentication")).toContain(`\n${address}\n`);
});

test("the quick start names as many events as it subscribes", () => {
  const text = guide("quick-start");
  const [, events = ""] = /"events": \[([^\]]*)\]/.exec(text) ?? [];
  const names = events.split(",").map((name) => name.trim());
  const [, heading = ""] = /^## \d+\. Subscribe to (.+)$/m.exec(text) ?? [];
  expect(heading).toBe(names.length === 1 ? "an event" : `${["", "", "two", "three"][names.length]} events`);
});

test("the guide of pagination has every list that the description names", () => {
  const [, table = ""] = /## Paging\n([\s\S]*?)## /.exec(description.info.description) ?? [];
  const rows = table
    .split("\n")
    .filter((row) => /^\|/.test(row.trim()))
    .slice(2);
  const lists = rows.flatMap((row) => (row.split("|")[1] ?? "").split(",")).map((name) => name.trim());
  expect(lists).toContain("contacts");
  const words: Readonly<Record<string, string>> = { events: "event catalog", "webhook subscriptions": "subscriptions" };
  const pages = guide("pagination");
  for (const list of lists) expect(pages).toMatch(new RegExp(`^\\| .*\\b${words[list] ?? list}\\b`, "m"));
});

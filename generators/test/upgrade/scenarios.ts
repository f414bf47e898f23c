// A Markdown file -> a scenario: what changes in the description of the shop, code of a caller before, and the same code after.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { scenarioFolder } from "./scenario-folder.ts";

export interface Scenario {
  /** The name of the file. */
  readonly name: string;
  readonly title: string;
  readonly targets: readonly string[];
  /** Options of the API, as code. */
  readonly options: string;
  readonly renames: readonly string[];
  readonly base: Descriptions;
  readonly revision: Descriptions;
  /** `Customer.phone`: the questions that a person on the terminal confirms. */
  readonly confirmed: readonly string[];
  /** The extension of the caller's file. */
  readonly language: string;
  readonly before: string;
  readonly after: string;
  /** `12 message`: the places that are left, by the line after the upgrade. */
  readonly left: readonly string[];
}

export interface Descriptions {
  readonly openapi: string;
  readonly asyncapi: string;
}

export function readScenarios(): Scenario[] {
  const base = { openapi: textOf("shop.yaml"), asyncapi: textOf("events.yaml") };
  return readdirSync(scenarioFolder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readScenario(file.slice(0, -3), textOf(file), base));
}

const languages = ["ts", "tsx", "js", "jsx", "mjs", "cjs"];

function textOf(file: string): string {
  return readFileSync(path.join(scenarioFolder, file), "utf8");
}

function readScenario(name: string, text: string, shop: Descriptions): Scenario {
  const blocks = new Map<string, string>();
  for (const [, info = "", body = ""] of text.matchAll(/^```(\w+(?: \w+)?)\n([\s\S]*?)^```$/gm)) blocks.set(info, body);
  const lines = (info: string): string[] => (blocks.get(info) ?? "").split("\n").filter((line) => line !== "");
  const language = languages.find((one) => blocks.has(`${one} before`)) ?? "ts";
  const before = blocks.get(`${language} before`) ?? "";
  const base = patched(shop, blocks.get("diff base") ?? "", name);
  return {
    name,
    title: /^# (.*)$/m.exec(text)?.[1] ?? name,
    targets: lines("text targets").length > 0 ? lines("text targets") : ["types"],
    options: blocks.get("ts options") ?? "",
    renames: lines("text renames"),
    confirmed: lines("text confirmed"),
    language,
    base,
    revision: patched(base, blocks.get("diff revision") ?? "", name),
    before,
    after: blocks.get(`${language} after`) ?? before,
    left: lines("text left"),
  };
}

/** Each `-` text is replaced by the `+` text after it, wherever it is. */
function patched(descriptions: Descriptions, diff: string, name: string): Descriptions {
  let { openapi, asyncapi } = descriptions;
  const isIn = (from: string): boolean => openapi.includes(from) || asyncapi.includes(from);
  for (const [, removed = "", added = ""] of diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)*)/gm)) {
    const [from, to] = [removed, added].map((lines) => lines.replace(/^[-+]/gm, "").replace(/\n$/, ""));
    if (from === undefined || to === undefined || !isIn(from))
      throw new Error(`${name}: no ${JSON.stringify(from)} in the description`);
    // With what follows a line that is gone.
    const gone = to === "" ? `${from}\n` : from;
    openapi = openapi.replaceAll(gone, () => to);
    asyncapi = asyncapi.replaceAll(gone, () => to);
  }
  return { openapi, asyncapi };
}

// Files of a user and operations -> what scaffold makes of the files, without a disk.

import { ts } from "ts-morph";
import type { ScaffoldOperation, ScaffoldSettings } from "../../src/scaffold/operations.ts";
import { planScaffold, type ScaffoldPlan } from "../../src/scaffold/scaffold.ts";

export type Texts = Readonly<Record<string, string>>;

/** `createOrder`, or `createOrder@orders` for one with a tag. */
function operation(word: string): ScaffoldOperation {
  const [name = "", tag = ""] = word.split("@");
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    name,
    id: name,
    tag: tag === "" ? null : tag,
    group: tag === "" ? "untagged" : tag,
    requestType: `${type}Request`,
    responseType: `${type}Response`,
    doc: [`\`POST /${name}\``],
  };
}

function settingsFor(words: readonly string[], given: Partial<ScaffoldSettings> = {}): ScaffoldSettings {
  const operations = words.map(operation);
  return {
    operations,
    typeNames: new Set(operations.flatMap(({ requestType, responseType }) => [requestType, responseType])),
    root: "/app/src/server",
    shownFolder: "src/server/",
    server: { file: "/app/src/generated/server/index.gen", package: null, extension: ".ts" },
    types: { file: "/app/src/generated/types/index.gen", package: null, extension: ".ts" },
    extension: ".ts",
    framework: "node",
    isSecured: false,
    closed: 0,
    prefix: "",
    unknownPath: "/not-described",
    call: null,
    runner: "node:test",
    ...given,
  };
}

export function planned(texts: Texts, words: readonly string[], given: Partial<ScaffoldSettings> = {}): ScaffoldPlan {
  return planScaffold(settingsFor(words, given), new Map(Object.entries(texts)), ts);
}

/** The files afterwards. Throws where a plan is none. */
export function scaffolded(
  texts: Texts,
  words: readonly string[],
  given: Partial<ScaffoldSettings> = {},
): Record<string, string> {
  const plan = planned(texts, words, given);
  if (plan.kind !== "planned") throw new Error(JSON.stringify(plan));
  return { ...texts, ...Object.fromEntries(plan.changes.map(({ path, text }) => [path, text])) };
}

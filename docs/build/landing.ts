// The README and the pages of measurements -> what the landing page of the toolkit shows: a description, the type and the error that come from
// it, how to install, what was measured, and the comparison. No figure is written here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export interface Landing {
  readonly summary: string;
  readonly version: string;
  /** A part of a description, the type that is generated from it, and what a typing error in it prints. */
  readonly description: string;
  readonly type: string;
  readonly diagnostic: string;
  readonly install: string;
  readonly comparison: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly proof: readonly Proof[];
}

export interface Proof {
  readonly figure: string;
  readonly words: string;
  /** The page that has the measurement. */
  readonly path: string;
}

export function landingOf(root: string): Landing {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const readme = read("README.md");
  const block = (name: string): string =>
    found(readme, new RegExp(`<!-- ${name}:[^\\n]*\\n([\\s\\S]*?)<!-- /${name} -->`));
  const example = block("example");
  const types = codeIn(example, "ts");
  const comparison = comparisonOf(read("docs/comparison.md"));
  return {
    summary:
      "Types, Zod schemas, clients, servers and webhook code in TypeScript, generated from OpenAPI and AsyncAPI.",
    version: toolkitVersion(root),
    description: codeIn(example, "yaml"),
    type: types.slice(0, types.indexOf("\n\n")),
    diagnostic: codeIn(block("diagnostic"), "text"),
    install: codeIn(readme.slice(readme.indexOf("\n## Install\n")), "sh"),
    comparison,
    proof: proofOf(read, comparison),
  };
}

export function toolkitVersion(root: string): string {
  const manifest = z.object({ version: z.string() });
  return manifest.parse(JSON.parse(readFileSync(path.join(root, "generators/package.json"), "utf8"))).version;
}

/** Each row and column of the measurement. */
function comparisonOf(page: string): Landing["comparison"] {
  const lines = found(page, /<!-- figures -->([\s\S]*?)<!-- \/figures -->/).split("\n");
  const [head = [], , ...rows] = lines
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/ *\| */).slice(1, -1));
  if (rows.length < 2) throw new Error("docs/comparison.md has no table of figures");
  return { head: ["generator", ...head.slice(1)], rows };
}

/** Each from the page that it links to; a page that no longer has the figure fails the build. */
function proofOf(read: (file: string) => string, { head, rows }: Landing["comparison"]): Proof[] {
  const ours = rows.find(([name]) => name === "waybill") ?? [];
  const right = ours[head.indexOf("verdicts right")] ?? "";
  const cases = found(read("docs/comparison.md"), /of the suite, the (\d+) required cases/);
  const [, generated = "", all = ""] = /Waybill generates (\d+) of the (\d+)/.exec(read("docs/corpus.md")) ?? [];
  const [, caught = "", faults = ""] = /The kit finds \*\*(\d+) of (\d+)\*\*/.exec(read("docs/faults.md")) ?? [];
  const features = [
    ...(read("docs/openapi-3.2.md")
      .split("\n## Compared\n")[1]
      ?.matchAll(/^\| [^|]+ \| (there|\*\*lost\*\*|stops) \|/gm) ?? []),
  ];
  const kept = features.filter(([, verdict]) => verdict === "there");
  const proof = [
    [
      `${right} of ${cases}`,
      "required cases of the JSON Schema Test Suite decided as the standard does",
      "/toolkit/comparison/",
    ],
    [
      `${generated} of ${all}`,
      "published descriptions generated and compiled without any option",
      "/toolkit/corpus/#first-contact",
    ],
    [
      `${kept.length} of ${features.length}`,
      "features of OpenAPI 3.2 in the generated code",
      "/toolkit/openapi-3.2/#compared",
    ],
    [`${caught} of ${faults}`, "bugs that were planted in a service found by its conformance kit", "/toolkit/faults/"],
  ] as const;
  return proof.map(([figure, words, page]) => {
    if (!/^[1-9]\d* of [1-9]\d*$/.test(figure))
      throw new Error(`${page} no longer says how many ${words}: see docs/build/landing.ts`);
    return { figure, words, path: page };
  });
}

function codeIn(markdown: string, language: string): string {
  return found(markdown, new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``));
}

function found(text: string, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`nothing matches ${pattern}: see docs/build/landing.ts`);
  return value.trim();
}

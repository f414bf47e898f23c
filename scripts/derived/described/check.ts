// The documentation of a checkout -> every claim about the API that the description does not confirm, with file and line.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { codes } from "../../../generators/src/diagnostics/index.ts";
import type { Facts } from "./facts.ts";
import {
  type Claim,
  codeClaims,
  eventClaims,
  headerClaims,
  linkClaims,
  operationClaims,
  routeClaims,
  type Surroundings,
  schemaClaims,
  statusClaims,
} from "./names.ts";
import { type Document, lineAt, type Passage, passagesOf } from "./passages.ts";

type Extractor = (passage: Passage, facts: Facts, surroundings: Surroundings) => Claim[];

/** The kinds of claims, one row each. */
export const extractors: Readonly<Record<string, Extractor>> = {
  routes: routeClaims,
  events: eventClaims,
  headers: headerClaims,
  operations: operationClaims,
  schemas: schemaClaims,
  codes: codeClaims,
  links: linkClaims,
  statuses: statusClaims,
};

/** Said on purpose, about what the API does not have. `said` is as a finding has it. Each is used, or is a finding itself. */
export interface Exception {
  readonly file: string;
  readonly said: string;
  readonly why: string;
}

export interface Checked {
  readonly findings: readonly string[];
  /** How many claims each extractor found: none means that it no longer works. */
  readonly counts: Readonly<Record<string, number>>;
}

export function checkDocuments(
  documents: readonly Document[],
  facts: Facts,
  { surroundings, exceptions }: { surroundings: Surroundings; exceptions: readonly Exception[] },
): Checked {
  const claims = documents
    .flatMap(passagesOf)
    .flatMap((passage) =>
      Object.entries(extractors).flatMap(([extractor, extract]) =>
        extract(passage, facts, surroundings).map((claim) => ({ ...claim, extractor, passage })),
      ),
    );
  const wrong = claims.filter(({ problem }) => problem !== null);
  const excuses = (one: Exception) =>
    wrong.filter(({ passage, said }) => passage.file === one.file && said === one.said);
  const excused = new Set(exceptions.flatMap(excuses));
  return {
    findings: [
      ...wrong
        .filter((claim) => !excused.has(claim))
        .map(
          ({ passage, offset, said, problem }) =>
            `${passage.file}:${lineAt(passage, offset)} says ${said.replaceAll(/\s+/g, " ")}: ${problem}`,
        ),
      ...exceptions
        .filter((one) => excuses(one).length === 0)
        .map(({ file, said }) => `${file} does not say ${said} any more: take the exception out`),
    ],
    counts: Object.fromEntries(
      Object.keys(extractors).map((name) => [name, claims.filter(({ extractor }) => extractor === name).length]),
    ),
  };
}

/** These pages speak of other behaviour and other APIs: faults that the service must not have, scenarios of upgrades. */
const ofFaults: ReadonlySet<string> = new Set(["docs/faults.md", "docs/upgrading.md"]);

/** What speaks of the API: Markdown, and the prose of the description itself. */
export function readDocuments(root: string): Document[] {
  const patterns = [
    "*.md",
    "docs/**/*.md",
    "packages/*/*/README.md",
    "packages/*/*/docs/**/*.md",
    "generators/README.md",
    "spec/**/*.md",
    "spec/*.yaml",
    "spec/{paths,schemas,messages}/*.yaml",
  ];
  return filesOf(root, patterns).map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

export function readSurroundings(root: string): Surroundings {
  const sources = filesOf(root, [
    "packages/*/*/src/**/*.ts",
    "generators/src/**/*.ts",
    "packages/*/*/package.json",
    "package.json",
  ]);
  const texts = sources.map((file) => readFileSync(path.join(root, file), "utf8"));
  const decisions = readFileSync(path.join(root, "spec/open-decisions.md"), "utf8");
  return {
    words: new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$-]*/g) ?? [])),
    codes: [...Object.keys(codes), ...[...decisions.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, id = ""]) => id)],
    exists: (file) => existsSync(path.join(root, file)),
  };
}

/** The site that is made from these documents, when it has been built here; and decisions that speak of former versions. */
const passedOver = /^docs\/(?:dist|\.content|decisions\/archive)\//;

function filesOf(root: string, patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (file) => /node_modules|^docs.dist/.test(file) })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !ofFaults.has(file) && !passedOver.test(file))
    .sort();
}

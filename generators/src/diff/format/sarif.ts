// Changes -> SARIF 2.1.0, which code scanning shows: a result for each change, at its place in the revision.
import { printable } from "../../diagnostics/index.ts";
import type { Bump, Change } from "../change.ts";
import { fingerprintOf } from "../policy/fingerprint.ts";
import type { AcceptedChange } from "../policy/policy.ts";
import { kinds } from "../rules/all-rules.ts";
import { type Shown, shownPlace, usesInShort } from "./shown-change.ts";

export interface Sarif extends Shown {
  /** The version of the tool. */
  readonly version: string;
  /** The path of a file from the root of the checkout, by its absolute path. */
  readonly fileOf: (path: string) => string;
}

const levels: Readonly<Record<Bump, string>> = { major: "error", minor: "warning", patch: "note" };

export function sarifOfChanges({ changes, accepted = [], prefixes, version, fileOf }: Sarif): string {
  const found = new Set([...changes, ...accepted.map(({ change }) => change)].map(({ rule }) => rule));
  const rules = kinds.filter(({ id }) => found.has(id)).map(({ id }) => id);
  const resultOf = (change: Change): object => ({
    ruleId: change.rule,
    ruleIndex: rules.indexOf(change.rule),
    level: levels[change.bump],
    message: { text: printable(`${change.message}. ${change.means} In ${usesInShort(change)}.`) },
    locations: [locationOf(change.revision, { prefix: prefixes.revision, fileOf })],
    relatedLocations: [
      { id: 1, message: { text: "before" }, ...locationOf(change.base, { prefix: prefixes.base, fileOf }) },
    ],
    partialFingerprints: { "waybillChange/v1": fingerprintOf(change) },
    properties: { bump: change.bump, uses: change.uses.map(({ where }) => where) },
  });
  const suppressed = ({ change, acceptance }: AcceptedChange): object => ({
    ...resultOf(change),
    suppressions: [{ kind: "external", justification: acceptance.reason }],
  });
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "waybill diff",
            version,
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll("-", " ") } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: [...changes.map(resultOf), ...accepted.map(suppressed)],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationOf(
  location: Change["base"],
  { prefix, fileOf }: { readonly prefix: string; readonly fileOf: Sarif["fileOf"] },
): object {
  const { line, column, pointer } = shownPlace(location, prefix);
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(prefix, fileOf(location.document.path)) },
      ...(line === null ? {} : { region: { startLine: line, ...(column === null ? {} : { startColumn: column }) } }),
    },
    logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer }],
  };
}

/** A file of a commit is no file of the checkout: its name is kept as a part of the path. */
function uriOf(prefix: string, file: string): string {
  const path = `${prefix === "" ? "" : `${prefix.replaceAll(":", "")}/`}${file}`;
  return path.split("/").map(encodeURIComponent).join("/");
}

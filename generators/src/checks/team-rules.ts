// The rules that a configuration defines, on nodes of the model, and on the entry documents as they are written: values, references resolved,
// and places -> a diagnostic for each finding.
import type { Report, RuleOf } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { computedOnce } from "../model/computed-once.ts";
import { everyOperationOf } from "../model/http.ts";
import { type Location, Node, writtenAt } from "../source/index.ts";
import type { LintedDocument, RuleFinding, RuleNodes, RuleOn, RuleSubject } from "./lint-rule.ts";
import { type Resolving, resolvedValue } from "./official/resolved-value.ts";
import type { ReadApi, ReadFiles } from "./read-api.ts";
import { WalkedDocuments } from "./walked-documents.ts";

type Nodes = { readonly [On in RuleSubject]: (api: Api, read: ReadApi) => readonly RuleNodes[On][] };

const nodesOf: Nodes = {
  operation: ({ http }) => everyOperationOf(http),
  parameter: ({ http }) => everyOperationOf(http).flatMap(({ parameters }) => parameters),
  response: ({ http }) => everyOperationOf(http).flatMap(({ responses }) => responses),
  body: ({ http }) =>
    everyOperationOf(http).flatMap(({ requestBody, responses }) => [
      ...(requestBody?.content ?? []),
      ...responses.flatMap(({ content }) => content),
    ]),
  schema: ({ schemas }) => schemas.filter(({ isOutput }) => isOutput !== true),
  channel: ({ messaging }) => messaging?.channels ?? [],
  message: ({ messaging }) => messaging?.messages ?? [],
  document: (_, { files }) => computedOnce(documentsOf, files, () => lintedDocumentsOf(files)),
};

/** A node that several operations share is reported once. */
export async function checkTeamRules(read: ReadApi, api: Api, report: Report): Promise<void> {
  const { teamRules = [], scope, configured } = read;
  for (const rule of teamRules) {
    const { name, severity = "warn" } = rule;
    const ruled = report.forApi({ ...scope, ruleOf: (_, place) => scope.ruleOf?.(name, place) ?? severity });
    try {
      await runRule(rule, { api, read }, ruled);
    } catch (error) {
      const message = `it threw ${error instanceof Error ? error.message : String(error)}`;
      // A rule that does not run must not look like one that found nothing.
      const ruleOf: RuleOf = (_, place) => (scope.ruleOf?.(name, place) === "off" ? "off" : "error");
      report
        .forApi({ ...scope, ruleOf })
        .add("team-rule", configured, { rule: name, message, hint: "fix its function check" });
    }
  }
}

interface Linted {
  readonly api: Api;
  readonly read: ReadApi;
}

async function runRule<On extends RuleSubject>(rule: RuleOn<On>, { api, read }: Linted, report: Report): Promise<void> {
  for (const node of nodesOf[rule.on](api, read)) {
    const add = ({ message, hint = `follow the rule ${rule.name}`, at = node.at }: RuleFinding): void =>
      report.add("team-rule", at, { rule: rule.name, message, hint });
    await rule.check(node, { report: add, api });
  }
}

/** A reference back to what is being resolved stays. */
const resolving: Resolving = { isOpen: () => false, withSiblings: false, cyclic: false };

/** All rules of a run share them: references are resolved once. */
const documentsOf = new WeakMap<ReadFiles, readonly LintedDocument[]>();

function lintedDocumentsOf({ openapi, asyncapi, base, inputs, map }: ReadFiles): LintedDocument[] {
  // A document that was converted or patched is checked as its author wrote it.
  const documents = inputs.map((input) => writtenAt(Node.root(input)).document);
  const walk = new WalkedDocuments(base, documents, map);
  return [openapi, asyncapi].flatMap((file) => {
    const root = file === null ? null : walk.at(file);
    return root === null ? [] : [lintedDocument(root, walk)];
  });
}

function lintedDocument(root: Node, walk: WalkedDocuments): LintedDocument {
  return {
    at: root,
    value: root.value,
    resolved: () => resolvedValue(root, walk, resolving),
    locate: (path) => locate(root, path, (node) => walk.resolved(node)),
    locateWritten: (path, file = root.document.path) => locate(walk.at(file) ?? root, path, (node) => node),
    path: root.document.path,
    textOf: (address) => walk.textOf(address),
  };
}

function locate(root: Node, path: readonly (string | number)[], follow: (node: Node) => Node): Location {
  let at = follow(root);
  for (const token of path) {
    const next = at.get(String(token));
    if (next === undefined) return at;
    at = follow(next);
  }
  return at;
}

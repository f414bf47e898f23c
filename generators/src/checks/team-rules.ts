// The rules that a configuration defines, on nodes of the model -> a diagnostic for each finding.
import type { Report, RuleOf } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { everyOperationOf } from "../model/http.ts";
import type { RuleFinding, RuleNodes, RuleOn, RuleSubject } from "./lint-rule.ts";
import { lintedDocumentsOf } from "./linted-documents.ts";
import type { ReadApi } from "./read-api.ts";

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
  document: (_, { files }) => lintedDocumentsOf(files),
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

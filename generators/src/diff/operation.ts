// An operation in both descriptions -> what differs in what it takes and what it answers.
import type { MediaType, Operation, Parameter, Response, Server } from "../model/http.ts";
import { statusText } from "../model/status.ts";
import type { Direction } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import type { SharedNames } from "./http.ts";
import { inside, type Rule, type Tell } from "./rule.ts";
import { pairedHeaders } from "./rules/http/headers.ts";
import { type Content, mediaTypesRule, pairedContent } from "./rules/http/media-types.ts";
import type { Field } from "./rules/http/parameter.ts";
import { pairedParameters, wordsOf } from "./rules/http/parameters.ts";
import { fieldRules, operationRules, responseRules } from "./rules/http/registry.ts";
import { securityRule } from "./rules/http/security.ts";
import { serversRule } from "./rules/http/servers.ts";
import { pairedResponses, statusesRule } from "./rules/http/statuses.ts";
import { compareDeprecated } from "./rules/words/deprecated.ts";
import { compareExamples } from "./rules/words/examples.ts";
import { compareExtensions } from "./rules/words/extensions.ts";
import { compareText, type Titled } from "./rules/words/text.ts";

export interface Context {
  readonly findings: Findings;
  readonly names: SharedNames;
  /** Those of the whole API, which are compared there. */
  readonly servers: { readonly base: readonly Server[]; readonly revision: readonly Server[] };
}

export function compareOperation(base: Operation, revision: Operation, { findings, names, servers }: Context): void {
  const { asks, answers, where } = sidesOf(revision);
  const tell = findings.tellAt({ direction: asks, where });
  apply(operationRules, base, revision, tell);
  compareText(titled(base), titled(revision), tell);
  compareDeprecated(withDeprecated(base), withDeprecated(revision), tell);
  compareExtensions(base, revision, tell);
  statusesRule.compare(base, revision, findings.tellAt({ direction: answers, where }));
  securityRule.compare(
    { at: inside(base.at, "security"), security: base.security, nameOf: names.base },
    { at: inside(revision.at, "security"), security: revision.security, nameOf: names.revision },
    tell,
  );
  if (base.servers !== servers.base || revision.servers !== servers.revision) serversRule.compare(base, revision, tell);
  for (const { base: before, revision: after } of pairedParameters(base, revision).both)
    compareField(before, after, { direction: asks, where: `${where}, ${wordsOf(after)}` }, findings);
  if (base.requestBody !== null && revision.requestBody !== null) {
    const spot = { direction: asks, where: `${where}, body` };
    compareText(base.requestBody, revision.requestBody, findings.tellAt(spot));
    compareContent(base.requestBody, revision.requestBody, spot, findings);
  }
  for (const { base: before, revision: after, at } of pairedResponses(base, revision)) {
    if (before === null || after === null) continue;
    const status = statusText((at === "base" ? before : after).status);
    compareResponse(before, after, { direction: answers, where: `${where}, answer ${status}` }, findings);
  }
}

/** Who calls an operation sends its requests; who is called by one receives them unasked, and answers. */
function sidesOf({ trigger, method, path }: Operation): { asks: Direction; answers: Direction; where: string } {
  if (trigger === null) return { asks: "request", answers: "response", where: `${method.toUpperCase()} ${path.text}` };
  return { asks: "event", answers: "request", where: `${trigger.kind} ${trigger.key}` };
}

function titled({ at, words }: { readonly at: Titled["at"]; readonly words: Operation["words"] }): Titled {
  return { at, summary: words.summary, description: words.description };
}

function withDeprecated({ at, words }: { readonly at: Titled["at"]; readonly words: Operation["words"] }) {
  return { at, deprecated: words.deprecated };
}

function apply<Thing>(rules: readonly Rule<Thing>[], base: Thing, revision: Thing, tell: Tell): void {
  for (const rule of rules) rule.compare(base, revision, tell);
}

type Sent = Field & Pick<Parameter, "schema" | "examples"> & Titled & { readonly deprecated: boolean };

function compareField(base: Parameter, revision: Parameter, spot: Spot, findings: Findings): void {
  const said = (each: Parameter): Sent => ({ ...each, ...titled(each), deprecated: each.words.deprecated });
  compareSent(said(base), said(revision), spot, findings);
}

/** A parameter or a header. */
function compareSent(base: Sent, revision: Sent, spot: Spot, findings: Findings): void {
  const tell = findings.tellAt(spot);
  apply(fieldRules, base, revision, tell);
  compareText(base, revision, tell);
  compareDeprecated(base, revision, tell);
  compareExamples(examplesOf(base), examplesOf(revision), tell);
  findings.compareSchemas(spot, base.schema, revision.schema, { base: base.at, revision: revision.at });
}

function examplesOf({ at, examples }: Pick<Sent, "at" | "examples">) {
  return { at, values: examples.map(({ value }) => value.value) };
}

function compareResponse(base: Response, revision: Response, spot: Spot, findings: Findings): void {
  const tell = findings.tellAt(spot);
  apply(responseRules, base, revision, tell);
  compareText(base, revision, tell);
  compareContent(base, revision, spot, findings);
  for (const { base: before, revision: after } of pairedHeaders(base, revision).both)
    compareSent(before, after, { ...spot, where: `${spot.where}, header ${after.name}` }, findings);
}

function compareContent(base: Content, revision: Content, spot: Spot, findings: Findings): void {
  mediaTypesRule.compare(base, revision, findings.tellAt(spot));
  const { both } = pairedContent(base, revision);
  for (const { base: before, revision: after } of both) {
    const where = revision.content.length > 1 ? `${spot.where} as ${after.type}` : spot.where;
    compareMedia(before, after, { ...spot, where }, findings);
  }
}

function compareMedia(base: MediaType, revision: MediaType, spot: Spot, findings: Findings): void {
  const tell = findings.tellAt(spot);
  const at = { base: base.at, revision: revision.at };
  compareExamples(examplesOf(base), examplesOf(revision), tell);
  compareExtensions(base, revision, tell);
  findings.compareSchemas(spot, base.schema, revision.schema, at);
  if (base.item !== null && revision.item !== null)
    findings.compareSchemas({ ...spot, where: `${spot.where}, each item` }, base.item.schema, revision.item.schema, at);
}

// An operation in both descriptions -> what differs in its requests and responses.
import type { MediaType, Operation, Parameter, Response, Server } from "../model/http.ts";
import { identityOf, type Location } from "../model/place.ts";
import { statusText } from "../model/status.ts";
import type { Direction } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import { paired } from "./paired.ts";
import { applyRules, inside, type Report } from "./rule.ts";
import { compareWritten, compareWrittenExtensions } from "./rules/annotations/as-written.ts";
import { deprecatedRule } from "./rules/annotations/deprecated.ts";
import { compareExamples } from "./rules/annotations/examples.ts";
import { extensionsRule } from "./rules/annotations/extensions.ts";
import { compareText, type Titled } from "./rules/annotations/text.ts";
import { pairedHeaders } from "./rules/http/headers.ts";
import { fieldRules, operationRules, responseRules } from "./rules/http/http-rules.ts";
import { type Content, mediaTypesRule, pairedContent } from "./rules/http/media-types.ts";
import type { Field } from "./rules/http/parameter.ts";
import { labelOf, pairedParameters } from "./rules/http/parameters.ts";
import { securityRule } from "./rules/http/security.ts";
import { serversRule } from "./rules/http/servers.ts";
import { pairedResponses, statusesRule } from "./rules/http/statuses.ts";
import { extensionsBeside, signatureRule } from "./rules/messaging/signatures.ts";
import { areSameBytes } from "./rules/schema/content.ts";

export interface Context {
  readonly findings: Findings;
  readonly names: SharedNames;
  /** Those of the whole API are compared there. */
  readonly servers: { readonly base: readonly Server[]; readonly revision: readonly Server[] };
}

export function compareOperation(base: Operation, revision: Operation, { findings, names, servers }: Context): void {
  const { request, response, where } = sidesOf(revision);
  const report = findings.reportAt({ direction: request, where });
  applyRules(operationRules, base, revision, report);
  signatureRule.compare(base, revision, report);
  compareText(wordsOf(base), wordsOf(revision), report);
  deprecatedRule.compare(wordsOf(base), wordsOf(revision), report);
  extensionsRule.compare(extensionsBeside(base, revision), extensionsBeside(revision, base), report);
  compareWritten(base, revision, ["externalDocs"], report);
  compareWrittenExtensions({ at: inside(base.at, "responses") }, { at: inside(revision.at, "responses") }, report);
  statusesRule.compare(base, revision, findings.reportAt({ direction: response, where }));
  securityRule.compare(
    { at: inside(base.at, "security"), security: base.security, nameOf: names.base },
    { at: inside(revision.at, "security"), security: revision.security, nameOf: names.revision },
    report,
  );
  if (base.servers !== servers.base || revision.servers !== servers.revision)
    serversRule.compare(base, revision, report);
  for (const { base: before, revision: after } of pairedParameters(base, revision).both) {
    const spot = { direction: request, where: `${where}, ${labelOf(after)}` };
    compareSent({ ...before, ...wordsOf(before) }, { ...after, ...wordsOf(after) }, spot, findings);
    compareWritten(before, after, ["allowEmptyValue"], findings.reportAt(spot));
  }
  // A body without content is absent from the model.
  if (base.requestBody === null && revision.requestBody === null)
    compareWritten(base, revision, ["requestBody"], report);
  if (base.requestBody !== null && revision.requestBody !== null) {
    const spot = { direction: request, where: `${where}, body` };
    compareText(base.requestBody, revision.requestBody, findings.reportAt(spot));
    compareWrittenExtensions(base.requestBody, revision.requestBody, findings.reportAt(spot));
    compareContent(base.requestBody, revision.requestBody, spot, findings);
  }
  for (const { base: before, revision: after, at } of pairedResponses(base, revision)) {
    if (before === null || after === null) continue;
    const status = statusText((at === "base" ? before : after).status);
    compareResponse(before, after, { direction: response, where: `${where}, response ${status}` }, findings);
  }
}

/** A caller sends requests; a receiver gets them unrequested, and sends responses. */
export function sidesOf({ trigger, method, path }: Operation): {
  request: Direction;
  response: Direction;
  where: string;
} {
  if (trigger === null)
    return { request: "request", response: "response", where: `${method.toUpperCase()} ${path.text}` };
  return { request: "event", response: "request", where: `${trigger.kind} ${trigger.key}` };
}

function wordsOf<Worded extends Pick<Operation, "at" | "words">>({ at, words }: Worded) {
  return { at, ...words };
}

type Sent = Field & Pick<Parameter, "schema" | "examples"> & Titled & { readonly deprecated: boolean };

/** A parameter or a header. */
function compareSent(base: Sent, revision: Sent, spot: Spot, findings: Findings): void {
  const report = findings.reportAt(spot);
  applyRules(fieldRules, base, revision, report);
  compareText(base, revision, report);
  deprecatedRule.compare(base, revision, report);
  compareNamedExamples(base, revision, report);
  compareWrittenExtensions(base, revision, report);
  findings.compareSchemas(spot, base.schema, revision.schema, { base: base.at, revision: revision.at });
}

/** With their texts, which are in the object that holds the value. */
function compareNamedExamples(base: Exemplified, revision: Exemplified, report: Report): void {
  compareExamples(examplesOf(base), examplesOf(revision), report);
  for (const pair of paired(base.examples, revision.examples, ({ name }) => name).both) {
    const [was, is] = [pair.base.value.at.parent, pair.revision.value.at.parent];
    // A single `example` is a field of its owner, and a file may be nothing but the value.
    if (was === null || is === null || was.key !== is.key || isOwner(was, base) || isOwner(is, revision)) continue;
    compareWritten({ at: was }, { at: is }, ["summary", "description"], report);
    compareWrittenExtensions({ at: was }, { at: is }, report);
  }
}

type Exemplified = Pick<Sent, "at" | "examples">;

function isOwner(place: Location, { at }: Exemplified): boolean {
  return identityOf(place) === identityOf(at);
}

function examplesOf({ at, examples }: Pick<Sent, "at" | "examples">) {
  return { at, values: examples.map(({ value }) => value.value) };
}

function compareResponse(base: Response, revision: Response, spot: Spot, findings: Findings): void {
  const report = findings.reportAt(spot);
  applyRules(responseRules, base, revision, report);
  compareText(base, revision, report);
  compareWrittenExtensions(base, revision, report);
  for (const pair of paired(base.links, revision.links, ({ name }) => name).both) {
    compareText(pair.base, pair.revision, report);
    compareWrittenExtensions(pair.base, pair.revision, report);
  }
  compareContent(base, revision, spot, findings);
  for (const { base: before, revision: after } of pairedHeaders(base, revision).both)
    compareSent(before, after, { ...spot, where: `${spot.where}, header ${after.name}` }, findings);
}

function compareContent(base: Content, revision: Content, spot: Spot, findings: Findings): void {
  mediaTypesRule.compare(base, revision, findings.reportAt(spot));
  const { both } = pairedContent(base, revision);
  for (const { base: before, revision: after } of both) {
    const where = revision.content.length > 1 ? `${spot.where} as ${after.type}` : spot.where;
    compareMedia(before, after, { ...spot, where }, findings);
  }
}

function compareMedia(base: MediaType, revision: MediaType, spot: Spot, findings: Findings): void {
  const report = findings.reportAt(spot);
  const at = { base: base.at, revision: revision.at };
  compareNamedExamples(base, revision, report);
  extensionsRule.compare(base, revision, report);
  const areBytes = base.body === "binary" && revision.body === "binary";
  if (!areBytes || !areSameBytes(base.schema, revision.schema, report))
    findings.compareSchemas(spot, base.schema, revision.schema, at);
  if (base.item !== null && revision.item !== null)
    findings.compareSchemas({ ...spot, where: `${spot.where}, each item` }, base.item.schema, revision.item.schema, at);
}

/** What both descriptions match by name, even where the names differ. */
export interface SharedNames {
  readonly base: (scheme: string) => string;
  readonly revision: (scheme: string) => string;
}

// Two HTTP APIs -> what differs: matching operations, then the requests and responses of each pair.
import {
  type HttpApi,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Server,
  statusText,
  type Tag,
} from "../model/http.ts";
import { identityOf, type Location } from "../model/place.ts";
import type { Direction, OperationPlace } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import { type Paired, paired } from "./paired.ts";
import { applyRules, inside, type Report } from "./rule.ts";
import {
  compareExamples,
  compareInfo,
  compareText,
  compareWritten,
  compareWrittenExtensions,
  deprecatedRule,
  extensionsRule,
  type Titled,
} from "./rules/annotations.ts";
import { type Content, mediaTypesRule, pairedContent } from "./rules/http/bodies.ts";
import { fieldRules, operationRules, responseRules } from "./rules/http/http-rules.ts";
import { operationMoved, operationPresence, tagPresence } from "./rules/http/operations.ts";
import { type Field, labelOf, pairedParameters } from "./rules/http/parameters.ts";
import { pairedHeaders, pairedResponses, statusesRule } from "./rules/http/responses.ts";
import { schemeRule, securityRule, signatureOf } from "./rules/http/security.ts";
import { serversRule } from "./rules/http/servers.ts";
import { extensionsBeside, signatureRule } from "./rules/messaging/signatures.ts";
import { areSameBytes } from "./rules/schema/texts.ts";

export function compareHttp(base: HttpApi, revision: HttpApi, findings: Findings): void {
  const report = findings.reportAt({ direction: "request", where: "the API" });
  compareInfo(base, revision, report);
  compareWritten(base, revision, ["externalDocs"], report);
  extensionsRule.compare(base, revision, report);
  for (const field of ["paths", "components"])
    compareWrittenExtensions({ at: inside(base.at, field) }, { at: inside(revision.at, field) }, report);
  serversRule.compare(base, revision, report);
  compareTags(base, revision, report);
  const names = compareSchemes(base, revision, findings);
  const context = { findings, names, servers: { base: base.servers, revision: revision.servers } };
  for (const kind of ["operations", "webhooks"] as const) {
    // A moved operation keeps its `operationId`.
    const pairedOperations = paired(base[kind], revision[kind], keyOf, ({ id }) => id);
    compareOperations(pairedOperations, { base, revision }, context);
  }
}

function compareOperations(
  { both, added, removed }: Paired<Operation>,
  apis: { readonly base: HttpApi; readonly revision: HttpApi },
  context: Context,
): void {
  const [operationAdded, operationRemoved] = operationPresence;
  const reportOf = (operation: Operation): Report => context.findings.reportAt(spotOf(operation));
  for (const operation of [...removed, ...added])
    context.findings.nameOperation(spotOf(operation).where, placeOf(operation));
  for (const { base, revision } of both) {
    const { extensions } = base;
    context.findings.nameOperation(spotOf(revision).where, { ...placeOf(revision), extensions });
  }
  for (const { base, revision } of both) {
    if (keyOf(base) !== keyOf(revision))
      reportOf(revision)(
        operationMoved,
        { from: spotOf(base).where, to: spotOf(revision).where },
        base.at,
        revision.at,
      );
    compareOperation(base, revision, context);
  }
  comparePathItems(both, context);
  for (const after of added) reportOf(after)(operationAdded, undefined, inside(apis.base.at, "paths"), after.at);
  for (const before of removed)
    reportOf(before)(operationRemoved, undefined, before.at, pathLeft(before, apis.revision));
}

/** The path of a removed operation, if it has others. */
function pathLeft(removed: Operation, { at, operations }: HttpApi): Location {
  const pathOf = ({ trigger, path }: Operation): string | null => (trigger === null ? pathKey(path.text) : null);
  const removedPath = pathOf(removed);
  const other = removedPath === null ? undefined : operations.find((operation) => pathOf(operation) === removedPath);
  return other?.at.parent ?? inside(at, "paths");
}

/** The extensions of a path, once for all its operations. */
function comparePathItems(both: Paired<Operation>["both"], { findings }: Context): void {
  const seen = new Set<string>();
  for (const { base, revision } of both) {
    const [was, is] = [base.at.parent, revision.at.parent];
    if (was === null || is === null || keyOf(base) !== keyOf(revision) || seen.has(identityOf(is))) continue;
    seen.add(identityOf(is));
    const { trigger, path } = revision;
    const where = trigger === null ? path.text : spotOf(revision).where;
    compareWrittenExtensions({ at: was }, { at: is }, findings.reportAt({ ...spotOf(revision), where }));
  }
}

/** Operations match by method and path; the names of path parameters do not appear on the wire. */
function keyOf({ method, path, trigger }: Operation): string {
  if (trigger === null) return `${method} ${pathKey(path.text)}`;
  return `${method} ${trigger.kind} ${trigger.key} ${trigger.kind === "callback" ? trigger.expression : ""}`;
}

function pathKey(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Every operation, as changes are filtered by it. */
export function placesIn({ operations, webhooks }: HttpApi): OperationPlace[] {
  return [...operations, ...webhooks].map(placeOf);
}

function placeOf(operation: Operation): OperationPlace {
  const { trigger, path, tags, extensions } = operation;
  return { resource: resourceOf(operation), path: trigger === null ? path.text : trigger.key, tags, extensions };
}

/** Its tag, or the first part of its path that is a name: `orders` of `/v1/orders/{id}`. */
function resourceOf({ tags: [tag], path, trigger }: Operation): string {
  const named = path.text.split("/").find((part) => part !== "" && !part.startsWith("{") && !/^v\d+$/.test(part));
  return tag ?? (trigger === null ? (named ?? path.text) : trigger.key);
}

function spotOf(operation: Operation): Spot {
  const { request: direction, where } = sidesOf(operation);
  return { direction, where };
}

/** Tags group operations in documentation. A tag is named by itself or only by operations, which say the same. */
function compareTags(base: HttpApi, revision: HttpApi, report: Report): void {
  const [were, are] = [base, revision].map(({ tags }) => new Set(tags.map(({ name }) => name)));
  const { both, added, removed } = paired(base.tags, revision.tags, ({ name }) => name);
  const [tagDescribed, tagUndescribed] = tagPresence;
  const at = [inside(base.at, "tags"), inside(revision.at, "tags")] as const;
  for (const { name } of added) if (were?.has(name) === false) report(tagDescribed, name, ...at);
  for (const { name } of removed) if (are?.has(name) === false) report(tagUndescribed, name, ...at);
  for (const { base: before, revision: after } of both) {
    const [was, is] = [writtenTag(base, before), writtenTag(revision, after)];
    compareText(was, is, report);
    compareWritten(was, is, ["externalDocs", "parent", "kind"], report);
    compareWrittenExtensions(was, is, report);
  }
}

function writtenTag({ at, tags }: HttpApi, tag: Tag): Tag & { readonly at: Location } {
  return { ...tag, at: inside(at, "tags", String(tags.indexOf(tag))) };
}

/** Schemes match by name, or by content where the names differ. */
function compareSchemes(base: HttpApi, revision: HttpApi, findings: Findings): SharedNames {
  const { both, added, removed } = paired(base.securitySchemes, revision.securitySchemes, ({ name }) => name);
  const renamed = paired(removed, added, signatureOf);
  for (const { base: before, revision: after } of both) {
    const report = findings.reportAt({ direction: "request", where: `credentials ${after.name}` });
    schemeRule.compare(before, after, report);
    compareText(before, after, report);
    deprecatedRule.compare(before, after, report);
    compareWritten(before, after, ["bearerFormat"], report);
    compareWrittenExtensions(before, after, report);
  }
  const newNames = new Map(renamed.both.map((pair) => [pair.base.name, pair.revision.name]));
  return { base: (name) => newNames.get(name) ?? name, revision: (name) => name };
}

// An operation in both descriptions -> what differs in its requests and responses.

export interface Context {
  readonly findings: Findings;
  readonly names: SharedNames;
  /** Those of the whole API are compared there. */
  readonly servers: { readonly base: readonly Server[]; readonly revision: readonly Server[] };
}

function compareOperation(base: Operation, revision: Operation, { findings, names, servers }: Context): void {
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
    compareResponse(before, after, { direction: response, where: `${where}, response ${status}`, status }, findings);
  }
}

/** A caller sends requests; a receiver gets them unrequested, and sends responses. */
function sidesOf({ trigger, method, path }: Operation): {
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

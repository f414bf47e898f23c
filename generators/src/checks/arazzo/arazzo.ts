// An Arazzo document, with the descriptions that its workflows call -> what in it does not resolve. Its structure is checked first.
import { quote, type Report } from "../../diagnostics/index.ts";
import { httpMethods } from "../../model/http.ts";
import { type Node, type Sources, tokensOf } from "../../source/index.ts";
import { GroupedValidator } from "../official/grouped-validator.ts";
import { resolvedIn } from "../walked-documents.ts";
import { type ArazzoDocument, byId, itemsAt, type SourceDescription, textAt, unresolved } from "./document.ts";
import { type ArazzoVersion, arazzoStructure } from "./structure.ts";
import { checkWorkflow } from "./workflow.ts";

export function checkArazzo(root: Node, documents: Sources, report: Report): void {
  const written = root.get("arazzo");
  const [, version] = /^(1\.[01])\.\d+(?:-.+)?$/.exec(String(written?.value)) ?? [];
  if (written === undefined || (version !== "1.0" && version !== "1.1")) {
    const advice = "write arazzo: 1.0.1, or 1.1.0";
    report.add("unsupported-version", written ?? root, { standard: "Arazzo", version: String(written?.value), advice });
    return;
  }
  if (!isWellFormed(root, version, report)) return;
  const sources = itemsAt(root, "sourceDescriptions").map((source) => openSource(source, documents, report));
  const workflows = byId(itemsAt(root, "workflows"), "workflowId", report);
  byId(itemsAt(root, "sourceDescriptions"), "name", report);
  const document: ArazzoDocument = { root, version, sources, workflows, documents, report };
  for (const workflow of itemsAt(root, "workflows")) checkWorkflow(workflow, document);
}

function isWellFormed(root: Node, version: ArazzoVersion, report: Report): boolean {
  const validator = new GroupedValidator({ schema: arazzoStructure(version), others: new Map(), formats: false });
  const problems = validator
    .validate(root.value)
    .filter(({ keyword }) => keyword !== "if" && keyword !== "propertyNames");
  for (const { instancePath, message, params } of problems) {
    const place = (tokensOf(instancePath) ?? []).reduce<Node>((at, token) => at.get(token) ?? at, root);
    const extra = params["additionalProperty"] ?? params["propertyName"];
    const key = typeof extra === "string" ? place.get(extra) : undefined;
    const allowed = params["allowedValues"];
    const choices = Array.isArray(allowed) ? `: ${allowed.map((value) => JSON.stringify(value)).join(", ")}` : "";
    const detail =
      params["additionalProperty"] === undefined
        ? `${message}${choices}`
        : `${quote(String(extra))} is not allowed here`;
    const part = key !== undefined || place.parent !== null ? "key" : "value";
    report.add("official-schema", { kind: part, location: key ?? place }, { standard: "Arazzo", detail });
  }
  return problems.length === 0;
}

function openSource(source: Node, documents: Sources, report: Report): SourceDescription {
  const name = textAt(source, "name");
  const url = source.get("url");
  const written = textAt(source, "url");
  const unread = { name, kind: kindOf(textAt(source, "type")), root: null, members: new Map<string, Node>() };
  if (url === undefined) return unread;
  const opened = documents.resolve(`${written.split("#", 1)[0]}`, url);
  if (!opened.ok) {
    const isRemote = /^[a-z][a-z0-9+.-]+:/i.test(written) && !written.startsWith("file:");
    if (isRemote) report.add("workflow-unchecked", url, { source: name, reason: "URLs are not fetched" });
    else unresolved(report, url, `the source description ${quote(written)} cannot be read`);
    return unread;
  }
  const { value: root } = opened;
  const kind =
    root.has("openapi") || root.has("swagger")
      ? "openapi"
      : root.has("asyncapi")
        ? "asyncapi"
        : root.has("arazzo")
          ? "arazzo"
          : null;
  if (kind === null || (unread.kind !== null && unread.kind !== kind)) {
    const expected = unread.kind === null ? "a description of an API or of workflows" : `of the type ${unread.kind}`;
    const detail = `${quote(written)} is not ${expected}`;
    unresolved(report, source.get("type") ?? url, detail);
    return unread;
  }
  return { name, kind, root, members: membersOf(root, kind, documents) };
}

function kindOf(written: string): SourceDescription["kind"] {
  return written === "openapi" || written === "asyncapi" || written === "arazzo" ? written : null;
}

function membersOf(root: Node, kind: SourceDescription["kind"], documents: Sources): Map<string, Node> {
  const members = new Map<string, Node>();
  const add = (id: unknown, node: Node): void => {
    if (typeof id === "string" && !members.has(id)) members.set(id, node);
  };
  if (kind === "arazzo")
    for (const workflow of itemsAt(root, "workflows")) add(textAt(workflow, "workflowId"), workflow);
  if (kind === "openapi")
    for (const path of root.get("paths")?.members() ?? [])
      for (const operation of operationsOf(resolvedIn(documents, path)))
        add(operation.get("operationId")?.value, operation);
  if (kind === "asyncapi") {
    for (const operation of root.get("operations")?.members() ?? []) add(operation.key, operation);
    for (const channel of root.get("channels")?.members() ?? [])
      for (const action of ["publish", "subscribe"]) {
        const operation = channel.get(action);
        if (operation !== undefined) add(operation.get("operationId")?.value, operation);
      }
  }
  return members;
}

function operationsOf(item: Node): Node[] {
  const others = item.get("additionalOperations")?.members() ?? [];
  return [...httpMethods.flatMap((method) => item.get(method) ?? []), ...others];
}

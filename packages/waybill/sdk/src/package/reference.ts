// The operations of a package by their groups -> api.md: each with its call, its route, its request and what it resolves to.
import { needsRequest, type Operation } from "waybill/plugin";
import type { Surface } from "../surface/surface.ts";
import type { CalledOperation, OperationGroup, PackageFacts } from "./facts.ts";

export function referenceText({ names, groups, http, options }: PackageFacts): string {
  const { title, version } = http.info;
  const parts = groups.map(sectionOf);
  return [
    "<!-- Written by waybill sdk. Do not edit: change the description, then run waybill sdk update. -->",
    "",
    `# Operations of ${asMarkdown(title)} ${asMarkdown(version)}`,
    "",
    `\`client\` is what \`${names.create}()\` returns. Requests and responses have types of these names.`,
    "",
    ...parts,
    ...(options.surface === null ? [] : [surfaceSection(options.surface)]),
  ].join("\n");
}

function surfaceSection({ client, methods }: Surface): string {
  const lines = Object.entries(methods).map(
    ([name, { operation }]) => `- \`client.${name}\`: \`${operation.replaceAll("`", "%60")}\``,
  );
  return [`## new ${client}()`, "", "The methods of the earlier SDK:", "", ...lines, ""].join("\n");
}

function sectionOf({ name, description, operations }: OperationGroup): string {
  const text = description === null ? [] : [asMarkdown(firstParagraph(description)), ""];
  return [`## ${name === null ? "client" : `client.${name}`}`, "", ...text, ...operations.map(lineOf), ""].join("\n");
}

function lineOf(called: CalledOperation): string {
  const { operation } = called;
  const { summary, deprecated } = operation.words;
  const words = [
    ...(deprecated ? ["Deprecated."] : []),
    ...(summary === null ? [] : [`${asMarkdown(summary.trim().replace(/\.$/, ""))}.`]),
    ...(operation.pagination === null ? [] : [`With pages: \`client.${called.method}.pages(request)\`.`]),
  ];
  const call = `\`client.${called.method}(${requestText(operation)})\` -> \`${operation.typeName}Response\``;
  return `- ${call}: \`${routeOf(operation)}\`${words.length === 0 ? "" : `. ${words.join(" ")}`}`;
}

function requestText(operation: Operation): string {
  return `request${needsRequest(operation) ? "" : "?"}: ${operation.typeName}Request`;
}

export function routeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path.text.replaceAll("`", "%60")}`;
}

/** Not a heading; empty for none. */
export function firstParagraph(text: string): string {
  return text.split(/\n\s*\n/).find((one) => /^\s*[^\s#]/.test(one)) ?? "";
}

/** Text of a description is text here too, on one line. */
export function asMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replaceAll("&", "&amp;");
}

// The HTTP half of a description -> its pages: the overview and one for each operation.
import type { ElementContent } from "hast";
import { h } from "hastscript";
import { type HttpApi, type Operation, statusText } from "../../../generators/src/description.ts";
import { type CodeSamples, decorated, languagesIn } from "../description/decorate.ts";
import { type Description, sourcePath } from "../description/read.ts";
import { type Server, serverOf, serversOf } from "../description/servers.ts";
import { eventPath, httpPath, operationPath, tagOf } from "../description/site-map.ts";
import { recipientOf } from "../description/subscribers.ts";
import { tryItOf } from "../description/try-it.ts";
import { type CausedEvent, type NextStep, operationPage } from "../page/operation.ts";
import { type OverviewGroup, overviewPage } from "../page/overview.ts";
import { firstSentence, type PageContent } from "../page/page.ts";
import { type PageLink, stringsIn } from "../page/parts.ts";
import { openRedoc } from "../redoc/app.ts";
import { harvestOperation } from "../redoc/harvest.ts";
import { routeOf } from "../redoc/routes.ts";

export async function httpPages(description: Description, samples: CodeSamples): Promise<PageContent[]> {
  const { http, openapi } = description;
  const redoc = await openRedoc(decorated(openapi, samples), languagesIn(samples));
  try {
    const pages = [overviewOf(http, redoc.overview, serversOf(openapi))];
    for (const operation of http.operations) {
      const view = await harvestOperation(redoc, routeOf(operation));
      pages.push(
        operationPage({
          operation,
          view,
          path: operationPath(operation),
          server: serverOf(openapi, operation.path.text, operation.method)?.url ?? "",
          source: sourcePath(description, operation.at),
          events: eventsOf(operation, description),
          next: nextOf(operation, http),
          siblings: siblingsOf(operation, http).map(siblingLink),
          security: securityOf(operation),
          tryIt: tryItOf(operation, http),
        }),
      );
    }
    return pages;
  } finally {
    redoc.close();
  }
}

/** The tags of a description with their operations; those that repeat another with a different method are left out. */
export function operationGroups(
  http: HttpApi,
): { label: string; description: string | null; operations: Operation[] }[] {
  const described = http.tags.map(({ name, description }) => ({ name, description }));
  const others = http.operations.map(tagOf).filter((name) => !described.some((tag) => tag.name === name));
  const tags = [...described, ...[...new Set(others)].map((name) => ({ name, description: null }))];
  return tags.map(({ name, description }) => ({
    label: name,
    description,
    operations: http.operations.filter((one) => tagOf(one) === name && !isRepeat(one, http)),
  }));
}

function overviewOf(http: HttpApi, html: string, servers: readonly Server[]): PageContent {
  const groups = operationGroups(http).map(
    ({ label, description, operations }): OverviewGroup => ({
      label,
      description,
      items: operations.map((operation) => ({
        label: operation.words.summary ?? operation.id,
        path: operationPath(operation),
        method: operation.method,
        code: operation.path.text,
      })),
    }),
  );
  const { title, summary, description } = http.info;
  return overviewPage({
    path: httpPath,
    title,
    description: firstSentence(summary ?? description ?? title),
    html: [html],
    servers,
    groups,
  });
}

function eventsOf({ extensions }: Operation, description: Description): CausedEvent[] {
  const { messaging } = description;
  const names = stringsIn(extensions["x-waybill-events"]);
  return messaging.messages
    .filter(({ eventName }) => names.includes(eventName))
    .map((message) => ({
      label: message.eventName,
      path: eventPath(message),
      recipient: recipientOf(message, description),
    }));
}

function nextOf({ responses }: Operation, http: HttpApi): Map<string, NextStep[]> {
  return new Map(
    responses.map(({ status, links }): [string, NextStep[]] => [
      statusText(status),
      links.flatMap(({ operationId, description }) => {
        const target = http.operations.find(({ id }) => id === operationId);
        return target === undefined
          ? []
          : [{ label: target.words.summary ?? target.id, path: operationPath(target), description }];
      }),
    ]),
  );
}

/** The first operation of the same path that answers the same, which may be this one. */
export function firstLike(operation: Operation, http: HttpApi): Operation {
  return http.operations.find((other) => isSame(other, operation)) ?? operation;
}

/** Such an operation needs no entry of its own in a list. */
function isRepeat(operation: Operation, http: HttpApi): boolean {
  return firstLike(operation, http) !== operation;
}

function siblingsOf(operation: Operation, http: HttpApi): Operation[] {
  return http.operations.filter((other) => other !== operation && isSame(other, operation));
}

function siblingLink(operation: Operation): PageLink & { readonly method: string } {
  const { method, words, id } = operation;
  return { label: words.summary ?? id, path: operationPath(operation), method };
}

function isSame(one: Operation, other: Operation): boolean {
  if (one.path.text !== other.path.text || tagOf(one) !== tagOf(other)) return false;
  if (one.requestBody !== null || other.requestBody !== null) return one === other;
  return answersOf(one, other) === answersOf(other, one);
}

/** An answer to HEAD has no body, so that only its status counts. */
function answersOf({ responses, method }: Operation, other: Operation): string {
  const bare = method === "head" || other.method === "head";
  return JSON.stringify(
    responses.map(({ status, content }) => [
      status,
      bare
        ? []
        : content.map(({ type, schema }) => [type, schema.kind === "ref" ? schema.target.identity : schema.at.key]),
    ]),
  );
}

function securityOf({ security }: Operation): ElementContent[] {
  const schemes = [...new Set(security.flatMap((alternative) => alternative.schemes.map(({ name }) => name)))];
  if (schemes.length === 0) return [];
  const names = schemes.flatMap((name, index) => [
    ...(index === 0 ? [] : [", "]),
    h("a", { href: `${httpPath}#security-schemes` }, h("code", name)),
  ]);
  const word = security.length > 1 ? "Authenticate with one of " : "Authenticate with ";
  return [h("p", { className: "rd-security" }, [word, ...names, "."])];
}

// An API -> the pages of its reference, and their order in the navigation.

import { everyOperationOf } from "waybill/description";
import { worded } from "../../site/words/worded.ts";
import type { Block, NavigationGroup, Page } from "../blocks/block.ts";
import type { ReferenceContext } from "./context.ts";
import { channelPage, eventPage } from "./event-page.ts";
import { channelTitle } from "./messaging-parts.ts";
import { operationPage, titleOf } from "./operation-page.ts";
import {
  authenticationPage,
  authenticationTitle,
  eventsPage,
  groupPage,
  hasEventsPage,
  listedIn,
  overviewPage,
  schemasPage,
} from "./overview-page.ts";
import { schemaPage, usesOf } from "./schema-page.ts";
import { sidesOf } from "./sides.ts";

export interface Reference {
  readonly navigation: readonly NavigationGroup[];
  /** Made one by one: a large description has thousands. */
  readonly pages: () => Generator<Page>;
}

/** `links`: what the overview ends with. */
export function referenceOf(title: string, context: ReferenceContext, links: readonly Block[]): Reference {
  return { navigation: navigationOf(context), pages: () => pagesOf(title, context, links) };
}

function* pagesOf(title: string, context: ReferenceContext, links: readonly Block[]): Generator<Page> {
  const { map } = context;
  const { http, messaging } = map.api;
  yield overviewPage(title, context, links);
  const authentication = authenticationPage(context);
  if (authentication !== null) yield authentication;
  for (const group of map.groups) yield groupPage(group, context);
  for (const operation of everyOperationOf(http)) yield operationPage(operation, context);
  const events = eventsPage(context);
  if (events !== null) yield events;
  for (const message of messaging?.messages ?? []) yield eventPage(message, context);
  for (const channel of messaging?.channels ?? []) yield channelPage(channel, context);
  if (map.named.length === 0) return;
  yield schemasPage(context);
  const occurrences = { uses: usesOf(map), sides: sidesOf(map) };
  for (const named of map.named) yield schemaPage(named, occurrences, context);
}

function navigationOf(context: ReferenceContext): NavigationGroup[] {
  const { map, words } = context;
  const { http, messaging } = map.api;
  const hasCredentials = (http?.securitySchemes.length ?? 0) + (messaging?.securitySchemes.length ?? 0) > 0;
  const webhooks = http?.webhooks ?? [];
  const groups: NavigationGroup[] = [
    {
      label: "",
      path: null,
      items: [
        { label: worded("Overview", words), path: map.overview },
        ...(hasCredentials ? [{ label: authenticationTitle(context), path: map.authentication }] : []),
      ],
    },
    ...map.groups.map((group) => ({
      label: group.label,
      path: group.path,
      items: listedIn(group, map).map((operation) => ({
        label: titleOf(operation),
        path: map.ofOperation(operation),
        badge: operation.method.toUpperCase(),
      })),
    })),
    {
      label: worded("Webhooks", words),
      path: null,
      items: webhooks.map((webhook) => ({ label: titleOf(webhook), path: map.ofOperation(webhook) })),
    },
    {
      label: worded("Events", words),
      path: hasEventsPage(map) ? map.events : null,
      items: (messaging?.messages ?? []).map((message) => ({
        label: message.eventName,
        path: map.ofMessage(message),
      })),
    },
    {
      label: worded("Channels", words),
      path: null,
      items: (messaging?.channels ?? []).map((channel) => ({
        label: channelTitle(channel),
        path: map.ofChannel(channel),
      })),
    },
    {
      label: worded("Schemas", words),
      path: map.schemas,
      items: map.named
        .map((named) => ({ label: map.titleOf(named), path: map.ofSchema(named) ?? map.schemas }))
        .toSorted((one, other) => (one.label < other.label ? -1 : 1)),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

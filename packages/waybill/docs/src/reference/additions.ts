// What a team adds to the pages of its reference: blocks of its own, by what a page is about.
import type { Message, NamedSchema, Operation, Response } from "waybill/description";
import type { Block } from "../blocks/block.ts";
import type { SiteMap } from "./site-map.ts";

/** Blocks for one page, each list at its place. */
export interface PageAdditions {
  /** Before what the description says: after the authorization of an operation, before the payload of an event. */
  readonly before?: readonly Block[];
  /** At the end of the page. */
  readonly after?: readonly Block[];
  /** After the samples. */
  readonly aside?: readonly Block[];
}

/** Functions that are asked once for each page. Links to pages of the reference come from `map`. */
export interface Additions {
  readonly operation?: (operation: Operation, map: SiteMap) => PageAdditions;
  /** At the end of a response, such as a link to the guide about its status. */
  readonly response?: (response: Response, operation: Operation, map: SiteMap) => readonly Block[];
  readonly event?: (message: Message, map: SiteMap) => PageAdditions;
  readonly schema?: (named: NamedSchema, map: SiteMap) => PageAdditions;
}

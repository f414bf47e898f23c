// A function that sends, and an operation with pages -> the method of a client: a call, and the iterators over its pages.

import type { Outcomes, Success } from "./answers.ts";
import type { PageRequest, Paginated } from "./next-page.ts";
import { type Page, type Pages, pageOf, pagesOf } from "./pages.ts";
import type { Operation, RequestParts, Send } from "./runtime.ts";
import type { FetchAnswer } from "./send.ts";

/** A method of a client for an operation with pages. `Arguments`: a request, and options. */
export interface PagedMethod<
  Request,
  Response,
  Item,
  Options,
  In extends keyof Outcomes<never>,
  Arguments extends readonly unknown[] = [request: Request, options?: Options],
> {
  (...given: Arguments): Promise<Outcomes<Response>[In]>;
  /** The items of all pages, from the one that the request asks for on. A page that is not a success is a `ResponseError`. */
  pages(...given: Arguments): Pages<Item, Request, PageAnswer<Response, In>>;
  /** One page: `{ request }` is the first, `next` of a page the one after it. */
  page(at: PageRequest<Request>, options?: Options): Promise<Page<Item, Request, PageAnswer<Response, In>>>;
}

/** The response of a page: what calls resolve to in the same mode, and all of it where they throw. */
export type PageAnswer<Response, In extends keyof Outcomes<never>> = In extends "described"
  ? Success<Response>
  : FetchAnswer<Success<Response>>;

/** The methods of a client without their iterators: what code needs that only calls them, and all that its test doubles have. */
export type Calls<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...given: infer Arguments) => infer Result
    ? (...given: Arguments) => Result
    : Calls<Methods[Name]>;
};

/** Adds the iterators to a call. */
export function pagedMethod<Request extends RequestParts, Response, Item, Options>(
  send: Send<Options>,
  operation: Operation<Request, Response> & Paginated<Item>,
): PagedMethod<Request, Response, Item, Options, keyof Outcomes<never>, [request?: Request, options?: Options]> {
  const none = {} as Request;
  const call = (request: Request = none, options?: Options): Promise<Response> => send(operation, request, options);
  return Object.assign(call, {
    pages: (request: Request = none, options?: Options) => pagesOf(send, operation, request, options),
    page: (at: PageRequest<Request>, options?: Options) => pageOf(send, operation, at, options),
  });
}

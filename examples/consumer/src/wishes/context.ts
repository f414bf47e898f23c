// What handlers get besides the request, and who may call them. `waybill scaffold` wrote this once; it is yours.
import type { FoundRequest } from "./generated/server/index.gen.ts";
import { WishList } from "./wish-list.ts";

export interface Context {
  readonly wishes: WishList;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

const wishes = new WishList();

/** One list for all. The company's proxy lets only colleagues in. */
export function contextOf({ signal }: FoundRequest): Context {
  return { wishes, signal };
}

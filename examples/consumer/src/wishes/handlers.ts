// The handler of each operation. One that has none is a compile error with the place that describes it: `waybill scaffold` adds it.
import type { Context } from "./context.ts";
import { type Handlers, unhandled } from "./generated/server/index.gen.ts";
import { createWish, listWishes, withdrawWish } from "./handlers/wishes.ts";

export const handlers: Handlers<Context> = {
  ...unhandled,
  listWishes,
  createWish,
  withdrawWish,
};

// Handlers of the operations of the tag Wishes. `waybill scaffold` adds what is missing, and changes nothing else.
import type { Context } from "../context.ts";
import type { HandlerResponse } from "../generated/server/index.gen.ts";
import type {
  CreateWishRequest,
  CreateWishResponse,
  ListWishesRequest,
  ListWishesResponse,
  Wish,
  WithdrawWishRequest,
  WithdrawWishResponse,
} from "../generated/types/index.gen.ts";

/**
 * `GET /wishes`
 *
 * List wishes
 */
export async function listWishes(
  { query }: ListWishesRequest,
  { wishes }: Context,
): Promise<HandlerResponse<ListWishesResponse>> {
  const { email } = query ?? {};
  return ok(wishes.all().filter((wish) => email === undefined || wish.email === email));
}

/**
 * `POST /wishes`
 *
 * Make a wish
 */
export const createWish = async (
  { body }: CreateWishRequest,
  { wishes }: Context,
): Promise<HandlerResponse<CreateWishResponse>> => ({
  status: 201,
  body: wishes.add(body), // never twice: see WishList
});

// Helpers of this file.

function ok(list: readonly Wish[]): HandlerResponse<ListWishesResponse> {
  return { status: 200, body: [...list] };
}

/**
 * `DELETE /wishes/{wishId}`
 *
 * Withdraw a wish
 */
export async function withdrawWish(
  { path }: WithdrawWishRequest,
  { wishes }: Context,
): Promise<HandlerResponse<WithdrawWishResponse>> {
  return { status: wishes.remove(path.wishId) ? 204 : 404 };
}

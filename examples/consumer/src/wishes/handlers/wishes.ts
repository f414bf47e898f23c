// Handlers of the operations of the tag Wishes. `waybill scaffold` adds what is missing, and changes nothing else.
import type { Context } from "../context.ts";
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
export async function listWishes({ query }: ListWishesRequest, { wishes }: Context): Promise<ListWishesResponse> {
  const { email } = query ?? {};
  return ok(wishes.all().filter((wish) => email === undefined || wish.email === email));
}

/**
 * `POST /wishes`
 *
 * Make a wish
 */
export const createWish = async ({ body }: CreateWishRequest, { wishes }: Context): Promise<CreateWishResponse> => ({
  status: 201,
  contentType: "application/json",
  body: wishes.add(body), // never twice: see WishList
});

// Helpers of this file.

function ok(list: readonly Wish[]): ListWishesResponse {
  return { status: 200, contentType: "application/json", body: [...list] };
}

/**
 * `DELETE /wishes/{wishId}`
 *
 * Withdraw a wish
 */
export async function withdrawWish({ path }: WithdrawWishRequest, { wishes }: Context): Promise<WithdrawWishResponse> {
  return { status: wishes.remove(path.wishId) ? 204 : 404 };
}

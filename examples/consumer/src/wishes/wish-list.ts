// The wishes, in memory, so that the example stays small.
import type { NewWish, Wish } from "./generated/types/index.gen.ts";

export class WishList {
  readonly #wishes = new Map<string, Wish>();
  #count = 0;

  all(): Wish[] {
    return [...this.#wishes.values()];
  }

  /** The wish of this person for this product: a new one, unless there is one. */
  add(wish: NewWish): Wish {
    const known = this.all().find(({ email, sku }) => email === wish.email && sku === wish.sku);
    if (known !== undefined) return known;
    this.#count += 1;
    const added = { ...wish, wishId: String(this.#count) };
    this.#wishes.set(added.wishId, added);
    return added;
  }

  remove(wishId: string): boolean {
    return this.#wishes.delete(wishId);
  }
}

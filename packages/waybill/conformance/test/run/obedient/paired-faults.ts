// Faults that only several members of one update show.
import type { Misdeed } from "./misdeeds.ts";

export const pairedFaults: readonly Misdeed[] = [
  {
    name: "of two members of an update one is lost",
    api: "library",
    found: "lost-write get_books_by_bookId",
    only: "patch_books_by_bookId/links/updates",
    habits: {
      writes: (thing, said) => {
        const isPair = Object.keys(said).length === 2 && "title" in said;
        return isPair ? { ...thing, title: "Lost" } : thing;
      },
    },
  },
];

// Faults that a request in other words shows: another text of the same JSON, a header that is not described, a record that is nearly the same.
import type { Json } from "waybill/description";
import type { Misdeed } from "./misdeeds.ts";
import type { Habits, WrittenResponse } from "./server.ts";

/** The first response to each key that no description has. */
function replaying(): Habits {
  const first = new Map<string, WrittenResponse>();
  return {
    rewrite: (written, { operation, incoming }) => {
      const key = incoming.headers.get("idempotency-key");
      if (operation.id !== "post_books" || key === undefined) return written;
      const known = first.get(key) ?? written;
      first.set(key, known);
      return known;
    },
  };
}

/** A book has the title that another one with its number had first. */
function confusing(): Habits {
  const titles = new Map<Json, Json>();
  return {
    writes: (thing, said) => {
      const { isbn, title = null } = said;
      if (isbn === undefined) return thing;
      if (!titles.has(isbn)) titles.set(isbn, title);
      return { ...thing, title: titles.get(isbn) ?? null };
    },
  };
}

export const writtenFaults: readonly Misdeed[] = [
  {
    name: "a letter that is written as an escape is refused",
    api: "library",
    found: "valid-refused post_books",
    only: "post_books/valid/written",
    habits: {
      rewrite: (written, { operation, incoming }) =>
        operation.id === "post_books" && incoming.body.toString().includes("\\u00")
          ? { status: 422, headers: { "Content-Type": "application/problem+json" }, body: '{"title":"no"}' }
          : written,
    },
  },
  {
    name: "a key that is not described repeats a response",
    api: "library",
    found: "wrong-count post_books",
    only: "post_books/valid/undeclared-header",
    habits: replaying(),
  },
  {
    name: "a record is confused with one that is nearly the same",
    api: "library",
    found: "lost-write get_books_by_bookId",
    only: "post_books/links/neighbours",
    habits: confusing(),
  },
];

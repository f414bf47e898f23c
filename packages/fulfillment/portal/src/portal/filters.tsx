// Filters and paging that are part of the address: a list can be bookmarked, sent, and gone back to.
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { counted, countOf } from "../api/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded, type LoadedProps } from "../ui/states.tsx";
import { focusTitle } from "./page.tsx";

export interface Filters {
  get(name: string): string | undefined;
  /** One of the choices, or `undefined` for what someone has typed into the address. */
  oneOf<Value extends string>(name: string, choices: readonly Choice<Value>[]): Value | undefined;
  /** Another filter begins at the first page. */
  set(name: string, value: string): void;
  readonly offset: number;
  readonly perPage: number;
  goTo(offset: number): void;
  clear(): void;
  readonly isFiltered: boolean;
}

/** Rows; the first where the address has no other. The API returns 200 at most. */
const pageSizes = [20, 50, 100, 200] as const;

export function useFilters(): Filters {
  const [search, setSearch] = useSearchParams();
  const get = (name: string): string | undefined => search.get(name) || undefined;
  /** Of the address as it is then: a search that was typed before another filter was chosen arrives after it. */
  const change = (values: Readonly<Record<string, string>>, options?: { readonly replace: boolean }): void =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(values)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, options);
  const offset = Number(search.get("offset") ?? 0);
  return {
    get,
    oneOf: (name, choices) => choices.find(({ value }) => value === get(name))?.value,
    set: (name, value) => change({ [name]: value, offset: "" }, { replace: true }),
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    perPage: pageSizes.find((size) => String(size) === get("per")) ?? pageSizes[0],
    goTo: (to) => change({ offset: to === 0 ? "" : String(to) }),
    clear: () => setSearch(new URLSearchParams()),
    isFiltered: [...search.keys()].some((name) => !["offset", "per", "sort"].includes(name)),
  };
}

/** Of an enumeration, in the order of its words. */
export function choicesOf<Value extends string, Word>(
  words: Readonly<Record<Value, Word>>,
  labelOf: (word: Word) => string,
): readonly Choice<Value>[] {
  // `Object.keys` cannot know that an object has no others; those of the portal are literals.
  const values = Object.keys(words).filter((key): key is Value => key in words);
  return values.map((value) => ({ value, label: labelOf(words[value]) }));
}

interface SearchProps {
  readonly filters: Filters;
  readonly label: string;
  readonly placeholder: string;
}

/** Asks once a moment has passed without a key. */
export function SearchFilter({ filters, label, placeholder }: SearchProps) {
  const inAddress = filters.get("search") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const [shown, setShown] = useState(inAddress);
  // The address changes also by going back, and by clearing all filters.
  if (shown !== inAddress) {
    setShown(inAddress);
    if (typed.trim() !== inAddress) setTyped(inAddress);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait again
  useEffect(() => {
    if (typed.trim() === inAddress) return;
    const timer = setTimeout(() => filters.set("search", typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className="search">
      <span className="unseen">{label}</span>
      <Icon name="search" />
      <input
        type="search"
        value={typed}
        maxLength={200}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceProps {
  readonly filters: Filters;
  readonly name: string;
  readonly label: string;
  /** Of no filter. */
  readonly all: string;
  readonly choices: readonly Choice<string>[];
}

export function ChoiceFilter({ filters, name, label, all, choices }: ChoiceProps) {
  return (
    <label className="choice">
      <span className="unseen">{label}</span>
      <select value={filters.get(name) ?? ""} onChange={(event) => filters.set(name, event.currentTarget.value)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DateProps {
  readonly filters: Filters;
  readonly name: string;
  readonly label: string;
}

/** A day, as the address has it: `2025-11-07`. */
export function DateFilter({ filters, name, label }: DateProps) {
  return (
    <label className="day">
      <span className="small quiet">{label}</span>
      <input
        type="date"
        value={dayIn(filters, name) ?? ""}
        onChange={(event) => filters.set(name, event.currentTarget.value)}
      />
    </label>
  );
}

/** When a day of a filter begins where the reader is, or one some days later; `undefined` for what is no day. */
export function startOf(filters: Filters, name: string, later = 0): string | undefined {
  const [year, month, day] = dayIn(filters, name)?.split("-").map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return new Date(year, month - 1, day + later).toISOString();
}

function dayIn(filters: Filters, name: string): string | undefined {
  const text = filters.get(name) ?? "";
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Where nothing matches. */
export function RemoveFilters({ filters }: { readonly filters: Filters }) {
  const remove = (): void => {
    filters.clear();
    focusTitle();
  };
  return (
    <button type="button" className="button" onClick={remove}>
      Remove all filters
    </button>
  );
}

interface PagesProps<Item> extends Omit<PagerProps, "total"> {
  readonly query: LoadedProps<{ readonly items: readonly Item[]; readonly total: number }>["query"] & {
    readonly isPlaceholderData: boolean;
  };
  /** What is loaded, where it is not `many`. */
  readonly what?: string;
  /** In place of the list where there is nothing at all. */
  readonly empty?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A page of what the filters find, with the way to the others. */
export function Pages<Item>({ query, what, empty, children, ...pager }: PagesProps<Item>) {
  return (
    <Loaded query={query} what={what ?? pager.many}>
      {({ items, total }) =>
        total === 0 && empty !== undefined ? (
          empty
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            {items.length > 0 && children(items)}
            <Pager total={total} {...pager} />
          </div>
        )
      }
    </Loaded>
  );
}

interface PagerProps {
  readonly filters: Filters;
  readonly total: number;
  /** "order". */
  readonly one: string;
  readonly many: string;
}

function Pager({ filters, total, one, many }: PagerProps) {
  const { offset, perPage } = filters;
  const last = Math.min(total, offset + perPage);
  // An address may name a page that was there once.
  const isPastEnd = offset >= total;
  const before = Math.max(0, Math.min(offset - perPage, Math.floor((total - 1) / perPage) * perPage));
  return (
    <nav className="pager" aria-label={`Pages of ${many}`}>
      <p className="small quiet number" role="status">
        {rangeOf({ first: offset + 1, last, total, one, many })}
      </p>
      {total > pageSizes[0] && <PageSize filters={filters} many={many} />}
      {(total > perPage || isPastEnd) && (
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={offset === 0}
            onClick={() => offset > 0 && filters.goTo(before)}
          >
            <Icon name="back" />
            Previous
          </button>
          <Jump key={offset} filters={filters} pages={Math.ceil(total / perPage)} />
          <button
            type="button"
            className="button"
            aria-disabled={last >= total}
            onClick={() => last < total && filters.goTo(offset + perPage)}
          >
            Next
            <Icon name="next" />
          </button>
        </div>
      )}
    </nav>
  );
}

function PageSize({ filters, many }: Pick<PagerProps, "filters" | "many">) {
  return (
    <label className="size small quiet">
      <span className="unseen">{many} </span>
      <span>Per page</span>
      <select
        value={filters.perPage}
        onChange={({ currentTarget: { value } }) => filters.set("per", value === String(pageSizes[0]) ? "" : value)}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}

/** Goes to a page by its number, after Enter or when the field is left. */
function Jump({ filters, pages }: { readonly filters: Filters; readonly pages: number }) {
  const { offset, perPage } = filters;
  const page = Math.floor(offset / perPage) + 1;
  const [typed, setTyped] = useState(String(page));
  const go = (): void => {
    const wanted = Math.min(pages, Math.max(1, Math.round(Number(typed))));
    if (Number.isNaN(wanted) || typed.trim() === "" || wanted === page) setTyped(String(page));
    else filters.goTo((wanted - 1) * perPage);
  };
  return (
    <form
      className="jump small quiet number"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label>
        Page{" "}
        <input
          type="text"
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={go}
        />
      </label>{" "}
      of {countOf(pages)}
    </form>
  );
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly one: string;
  readonly many: string;
}

/** `21–40 of 45 orders` */
function rangeOf({ first, last, total, one, many }: Range): string {
  if (total === 0) return `No ${many}`;
  if (first > total) return `This page is past the last of ${counted(total, one, many)}`;
  if (total === 1) return counted(total, one, many);
  const shown = first === last ? countOf(first) : `${countOf(first)}–${countOf(last)}`;
  return `${shown} of ${counted(total, one, many)}`;
}

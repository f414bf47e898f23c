// What was typed into a form and not sent yet -> the storage of the tab, so that the form has it when it is shown again.
import { createContext, useContext, useState } from "react";

export interface Draft {
  readonly exists: boolean;
  /** In the order of the form. Empty when the draft has no such value. */
  valuesOf(name: string): readonly string[];
  /** Values of controls that the form does not have now stay, except those that are gone. */
  save(form: HTMLFormElement, isGone?: (name: string) => boolean): void;
  clear(): void;
}

/** Of the forms below. `null`: they keep nothing, as those must that ask for a password. */
export const DraftContext = createContext<Draft | null>(null);

/** What a control has at first: of the draft, or else of the page. A later draft or page does not change it. */
export function useInitial(name: string, otherwise: string): string {
  const draft = useContext(DraftContext);
  const [initial] = useState(() => draft?.valuesOf(name)[0] ?? otherwise);
  return initial;
}

/** As `useInitial`, for a box that is one of those with its name. */
export function useInitialCheck(name: string, value: string, otherwise: boolean): boolean {
  const draft = useContext(DraftContext);
  const [initial] = useState(() => (draft?.exists === true ? draft.valuesOf(name).includes(value) : otherwise));
  return initial;
}

type Entry = readonly [name: string, value: string];

const prefix = "draft ";

/** One owner cannot read the drafts of another. */
export function draftOf(owner: string, name: string): Draft {
  const key = `${prefix}${owner} ${name}`;
  const entries = (): Entry[] => entriesIn(sessionStorage.getItem(key));
  return {
    get exists() {
      return entries().length > 0;
    },
    valuesOf: (wanted) => entries().flatMap(([entry, value]) => (entry === wanted ? [value] : [])),
    save: (form, isGone = () => false) => {
      const absent = entries().filter(([entry]) => form.elements.namedItem(entry) === null && !isGone(entry));
      const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
      sessionStorage.setItem(key, JSON.stringify([...absent, ...typed]));
    },
    clear: () => sessionStorage.removeItem(key),
  };
}

/** Without an owner: all drafts. */
export function forgetDrafts({ exceptOf }: { readonly exceptOf?: string } = {}): void {
  for (const key of Object.keys(sessionStorage)) {
    const isKept = exceptOf !== undefined && key.startsWith(`${prefix}${exceptOf} `);
    if (key.startsWith(prefix) && !isKept) sessionStorage.removeItem(key);
  }
}

/** What former versions of the page or anyone else put there is ignored. */
function entriesIn(text: string | null): Entry[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(parsed) ? parsed.flatMap(entryOf) : [];
  } catch {
    return [];
  }
}

function entryOf(pair: unknown): Entry[] {
  if (!Array.isArray(pair)) return [];
  const [name, value]: unknown[] = pair;
  return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
}

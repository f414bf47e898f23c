// A file of excuses -> why cells of the ledger need not be covered. Each has a reason, and an excuse that matches nothing is an error.

import { readFileSync } from "node:fs";
import { isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { isRecord } from "../description/description.ts";
import { reasonOf } from "../finding.ts";
import type { Cell } from "./ledger.ts";

export interface Excuse {
  /** Cells by id; `*` matches anything: `* 500`, `checkAuthTrace *`. */
  readonly cells: readonly string[];
  readonly reason: string;
}

/** The file cannot be read, or is not a list of excuses. */
export class ExcusesError extends Error {
  override readonly name = "ExcusesError";
}

/** YAML or JSON: a list of `{ cells: [...], reason: ... }`. */
export function readExcuses(file: string): readonly Excuse[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new ExcusesError(`${file} cannot be read: ${reasonOf(error)}`);
  }
  return parseExcuses(text, file);
}

export function parseExcuses(text: string, file: string): readonly Excuse[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const placeOf = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const [fault] = document.errors;
  if (fault !== undefined) throw new ExcusesError(`${placeOf(fault.pos[0])}: ${adviceOn(fault.message)}`);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return [];
  if (!isSeq(contents)) throw new ExcusesError(`${placeOf(0)}: must be a list of { cells: [...], reason: ... }`);
  return contents.items.map((item) => {
    const place = placeOf(isNode(item) ? item.range?.[0] : undefined);
    try {
      return readExcuse(isNode(item) ? item.toJS(document) : item, place);
    } catch (error) {
      if (error instanceof ExcusesError) throw error;
      throw new ExcusesError(`${place}: ${adviceOn(reasonOf(error))}`);
    }
  });
}

/** In YAML an unquoted star is an alias. */
function adviceOn(fault: string): string {
  return /alias/i.test(fault) ? `${fault}; write cells that begin with * in quotes: "* 500"` : fault;
}

function readExcuse(entry: unknown, place: string): Excuse {
  if (!isRecord(entry)) throw new ExcusesError(`${place}: must be { cells: [...], reason: ... }`);
  const unknown = Object.keys(entry).find((key) => key !== "cells" && key !== "reason");
  if (unknown !== undefined)
    throw new ExcusesError(`${place}: has ${JSON.stringify(unknown)}; it takes cells and reason`);
  const { cells, reason } = entry;
  const list: readonly unknown[] = Array.isArray(cells) ? cells : [];
  const names = list.filter((cell) => typeof cell === "string").flatMap((cell) => cell.trim() || []);
  if (names.length === 0 || names.length !== list.length) {
    throw new ExcusesError(`${place}: cells must be a list of ids such as "createOrder 500" or "* 500"`);
  }
  if (typeof reason !== "string" || reason.trim().length < 10) {
    throw new ExcusesError(`${place}: reason must say in a sentence why these cells are not seen`);
  }
  return { cells: names, reason: reason.trim() };
}

/** The reason that excuses a cell; `null` when none does. */
export function excuseFor(id: string, excuses: readonly Excuse[]): string | null {
  return excuses.find(({ cells }) => cells.some((pattern) => isMatch(pattern, id)))?.reason ?? null;
}

/** Stale patterns: no cell has that id, or all cells that have it were seen. */
export function staleExcuses(rows: readonly Cell[], excuses: readonly Excuse[]): string[] {
  return excuses.flatMap(({ cells }) =>
    cells.flatMap((pattern) => {
      const matching = rows.filter(({ id }) => isMatch(pattern, id));
      if (matching.length === 0) return [`${pattern}: nothing of that name is declared`];
      return matching.every(({ seen }) => seen > 0) ? [`${pattern}: it was seen, so it needs no excuse`] : [];
    }),
  );
}

/** Part by part from the left: linear, also for a pattern with many stars. */
function isMatch(pattern: string, id: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.pop();
  if (end === undefined) return pattern === id;
  if (id.length < start.length + end.length || !id.startsWith(start) || !id.endsWith(end)) return false;
  const middle = id.slice(start.length, id.length - end.length);
  let at = 0;
  for (const part of rest) {
    const matchIndex = middle.indexOf(part, at);
    if (matchIndex === -1) return false;
    at = matchIndex + part.length;
  }
  return true;
}

// Moments as the API has them -> text in the language and time zone of the reader.
import { language } from "../ui/words.ts";

const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

export function dayOf(moment: string): string {
  return day.format(new Date(moment));
}

export function minuteOf(moment: string): string {
  return minute.format(new Date(moment));
}

const count = new Intl.NumberFormat(language);

export function countOf(value: number): string {
  return count.format(value);
}

/** `3 orders`, `1 order`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${countOf(value)} ${value === 1 ? one : many}`;
}

// The description -> the text of every file that follows from its messages, by path.
import { readDescription } from "../../../spec/test/description.ts";
import { eventNames, eventNamesText } from "./event-names.ts";
import { guide, guideText } from "./guide-table.ts";
import { signedTexts } from "./signatures.ts";

export function derivedTexts(read: (file: string) => string): ReadonlyMap<string, string> {
  const description = readDescription();
  const spec = new Map([[eventNames, eventNamesText(description)], ...signedTexts(description)]);
  return new Map([
    ...[...spec].map(([file, text]): [string, string] => [`spec/${file}`, text]),
    [guide, guideText(description, read(guide))],
  ]);
}

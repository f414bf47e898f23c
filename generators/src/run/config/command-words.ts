// A command as a configuration writes it, `biome format --write` -> its words. No shell ever reads it.
import { type Usable, unusable, usable } from "./usage.ts";

const part = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)/y;

/** Quotes keep spaces together, as in a shell; nothing else means anything. */
export function wordsOfCommand(command: string): Usable<readonly string[]> {
  const words: string[] = [];
  let isNew = true;
  part.lastIndex = 0;
  for (let at = 0; at < command.length; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(command);
    if (found === null) return unusable("has an unclosed quote", null);
    const [, double, single, plain] = found;
    const word = double ?? single ?? plain;
    if (word === undefined) isNew = true;
    else if (isNew) words.push(word);
    else words.push(`${words.pop() ?? ""}${word}`);
    isNew = word === undefined;
    const operator = plain === undefined ? undefined : /^(?:&&|\|\|?|;|>>?|<|&)$|\$[({\w]|`/.exec(plain)?.[0];
    if (operator !== undefined)
      return unusable(
        `has ${JSON.stringify(operator)}, but commands do not run in a shell`,
        "write each command as an entry of its own",
      );
  }
  if (words.length === 0) return unusable("names no command", 'for example: ["biome format --write"]');
  return usable(words);
}

// An input that fails -> a shorter one that fails alike: parts are removed as long as the failure stays.
import { type Input, judgeReading } from "../../generators/test/hostile/reading-oracle.ts";

/** How often another one is tried. */
const maxTries = 400;

export function minimised(input: Input, failure: string): Input {
  const kind = kindOf(failure);
  const isAlike = (text: string): boolean => {
    const found = judgeReading({ ...input, text }, kind.startsWith("unsteady")).failure;
    return found !== null && kindOf(found) === kind;
  };
  let { text } = input;
  let tries = 0;
  for (let size = Math.ceil(text.length / 2); size >= 1 && tries < maxTries; size = Math.floor(size / 2)) {
    for (let start = 0; start < text.length && tries < maxTries; tries += 1) {
      const shorter = text.slice(0, start) + text.slice(start + size);
      if (isAlike(shorter)) text = shorter;
      else start += size;
    }
  }
  return { ...input, text };
}

/** Two crashes are alike when they come from one place in the code. */
export function kindOf(failure: string): string {
  const [head = "", frame = ""] = failure.split("\n");
  return `${head.replaceAll(/\d+/g, "n").slice(0, 60)} ${frame.trim()}`;
}

// A place in generated code to the keys of the object types or literals around it, outermost first:
// in `{ id: string; to: { city: st` they are `to`, `city`.

/** Reads `text` from a declaration's start up to `offset`. */
export function enclosingKeys(text: string, start: number, offset: number): string[] {
  const keys: (string | null)[] = [];
  let at = start;
  let end = offset;
  while (at < text.length) {
    const token = tokenAt(text, at);
    const next = at + token.length;
    // The comment of a member is above it: continue with that member.
    if (token.startsWith("/*") && at < end && end <= next) end = endOfKey(text, next);
    if (at >= endOfKey(text, end)) break;
    if ("{([".includes(token)) keys.push(null);
    else if ("})]".includes(token)) keys.pop();
    else if ((token === "," || token === ";") && keys.length > 0) keys[keys.length - 1] = null;
    else if (keys.length > 0 && keys.at(-1) === null && /^\??:/.test(text.slice(next, next + 2)))
      keys[keys.length - 1] = nameOf(token);
    at = next;
  }
  return keys.filter((key) => key !== null);
}

/** A comment, a string, a name, or a single character. */
const tokenPattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|[\w$]+|[\s\S]/y;

function tokenAt(text: string, at: number): string {
  tokenPattern.lastIndex = at;
  return tokenPattern.exec(text)?.[0] ?? " ";
}

/** The place after the next key, if a key is next; otherwise the same place. */
function endOfKey(text: string, from: number): number {
  const ahead = /^\s*(?:readonly )?(?:[\w$]*|"(?:[^"\\\n]|\\.)*")\??:/.exec(text.slice(from, from + 200));
  return ahead === null ? from : from + ahead[0].length;
}

function nameOf(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

// Faults of several texts as tables -> rows: what is replaced in a text, by what, and what is reported then, joined by " & ".

/** `from | to | expected`, a line each; `\n` is a line break, `\x20` a space at an end. A line that starts with `//` is a comment. */
export function faultsOf<Name extends string>(
  tables: Readonly<Record<Name, string>>,
): [name: Name, from: string, to: string, expected: string][] {
  return (Object.entries(tables) as [Name, string][]).flatMap(([name, table]) => {
    const lines = table.trim().split("\n");
    return lines
      .filter((line) => !line.startsWith("//"))
      .map((line): [Name, string, string, string] => {
        const [from = "", to = "", expected = ""] = line.split(" | ").map(unescaped);
        return [name, from, to, expected];
      });
  });
}

function unescaped(text: string): string {
  return text.trim().replaceAll("\\n", "\n").replaceAll("\\x20", " ");
}

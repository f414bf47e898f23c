// A name -> how it is written in YAML or JSON, so that a parser reads exactly this name.
import { defaultLimits, parseFile, type SourceDocument } from "waybill/language";

/** In place of a text or a key; its quotes stay, and a plain one gets quotes only where it has to. */
export function writtenName(name: string, replaced: string, format: SourceDocument["format"]): string {
  if (format === "json" || replaced.startsWith('"')) return JSON.stringify(name);
  if (replaced.startsWith("'")) return `'${name.replaceAll("'", "''")}'`;
  const written = isPlain(name) ? name : JSON.stringify(name);
  // A block scalar ends with its last line.
  return /^[|>]/.test(replaced) ? written + (/\s*$/.exec(replaced)?.[0] ?? "") : written;
}

/** Whether YAML reads it as it is, in lines and in brackets, as a value and as a key. YAML 1.1 reads some words as booleans. */
function isPlain(name: string): boolean {
  if (/^(?:y|yes|n|no|on|off)$/i.test(name)) return false;
  const read = (text: string): unknown => {
    const parsed = parseFile({ path: "", text, format: "yaml", limits: defaultLimits });
    return parsed.ok ? parsed.value : null;
  };
  const expected = JSON.stringify({ lines: name, brackets: [name, name], keys: { [name]: [{ [name]: name }] } });
  return (
    JSON.stringify(read(`lines: ${name}\nbrackets: [${name}, ${name}]\nkeys:\n  ${name}: [{ ${name}: ${name} }]\n`)) ===
    expected
  );
}

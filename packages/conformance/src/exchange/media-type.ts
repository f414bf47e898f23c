// Content types as they are sent, and which of the declared ones they are.
import type { MediaType } from "waybill/description";

interface Parsed {
  /** `application/json`, in small letters. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The declared media type that a content type is: the same type, and every parameter that is declared. A parameter more,
 * such as a charset, makes it no other type. Exact ones come before ranges.
 */
export function mediaTypeFor(declared: readonly MediaType[], contentType: string): MediaType | null {
  const sent = parse(contentType);
  const fits = declared.filter(({ type }) => isInstance(sent, parse(type)));
  return fits.sort((a, b) => precision(b) - precision(a))[0] ?? null;
}

function isInstance(sent: Parsed, declared: Parsed): boolean {
  const [family] = declared.essence.split("/");
  const sameType =
    declared.essence === "*/*" ||
    declared.essence === sent.essence ||
    (declared.essence.endsWith("/*") && sent.essence.startsWith(`${family}/`));
  return sameType && [...declared.parameters].every(([name, value]) => sent.parameters.get(name) === value);
}

function precision({ type }: MediaType): number {
  const { essence, parameters } = parse(type);
  if (essence === "*/*") return 0;
  return essence.endsWith("/*") ? 1 : 2 + parameters.size;
}

function parse(text: string): Parsed {
  const [essence = "", ...rest] = text.split(";");
  const parameters = rest.flatMap((part): [string, string][] => {
    const [name = "", ...value] = part.split("=");
    const plain = value
      .join("=")
      .trim()
      .replace(/^"(.*)"$/, "$1");
    return name.trim() === "" ? [] : [[name.trim().toLowerCase(), plain.toLowerCase()]];
  });
  return { essence: essence.trim().toLowerCase(), parameters: new Map(parameters) };
}

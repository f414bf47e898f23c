// The header `Link` (RFC 8288) -> the targets of a relation, as they are written.

/** Of links about this resource only, in their order. `relation`: in lower case. */
export function linksIn(header: string | null, relation: string): string[] {
  const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;
  const links = [...(header ?? "").matchAll(/<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g)];
  return links.flatMap(([, url = "", parameters = ""]) => {
    const all = [...parameters.matchAll(parameter)];
    const [, , quoted, plain = ""] = all.find(([, name]) => name?.toLowerCase() === "rel") ?? [];
    const isOther = all.some(([, name]) => name?.toLowerCase() === "anchor");
    return !isOther && (quoted ?? plain).toLowerCase().split(/\s+/).includes(relation) ? [url] : [];
  });
}

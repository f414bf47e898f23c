// A `Link` header (RFC 8288) -> the target of the link to the next page.

/** The target of `rel="next"`, as it is written; `null` without one. */
export function nextLinkIn(header: string | null): string | null {
  const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;
  for (const [, url = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g)) {
    const all = [...parameters.matchAll(parameter)];
    const [, , quoted, plain = ""] = all.find(([, name]) => name?.toLowerCase() === "rel") ?? [];
    const isOther = all.some(([, name]) => name?.toLowerCase() === "anchor");
    if (!isOther && (quoted ?? plain).toLowerCase().split(/\s+/).includes("next")) return url;
  }
  return null;
}

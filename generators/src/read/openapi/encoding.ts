// `encoding` of a media type -> how each field of a form, or part of a multipart body, is written.
import { keyOf, quote } from "../../diagnostics/index.ts";
import type { BodyKind, Encoding, ParameterStyle } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { booleanField, choiceOf, membersOf, stringField } from "../fields/index.ts";
import { readHeader } from "./header.ts";
import { type OpenApiReading, ownObject } from "./openapi-reading.ts";

export function readEncodings(reading: OpenApiReading, owner: Node, body: BodyKind): Encoding[] {
  const encodings = membersOf(reading, owner, "encoding").flatMap((member) => {
    return ownObject(reading, member, "an encoding") === null ? [] : readEncoding(reading, member, body);
  });
  const field = owner.get("encoding");
  if (field === undefined || body === "form" || body === "multipart") return encodings;
  const reason = "only fields of forms and parts of multipart bodies are encoded";
  const advice = "remove it, or describe a form";
  reading.report.add("no-effect", keyOf(field), { what: '"encoding"', reason, advice });
  return [];
}

function readEncoding(reading: OpenApiReading, node: Node, body: BodyKind): Encoding {
  for (const name of ["encoding", "prefixEncoding", "itemEncoding"]) {
    const nested = node.get(name);
    if (nested === undefined) continue;
    const reason = "a part that has parts itself is not written";
    reading.report.add("unsupported-feature", keyOf(nested), { feature: `${quote(name)} of an encoding`, reason });
  }
  const isStyled = styleFields.some((name) => node.has(name));
  const isForm = body === "form";
  if (isStyled && !isForm) refuseStyle(reading, node);
  if (body === "multipart") checkHeaders(reading, node);
  const style = readStyle(reading, node);
  return {
    name: node.key,
    contentType: isStyled && isForm ? null : stringField(reading, node, "contentType"),
    // If one of the three is given, the others have their defaults, and the content type is ignored.
    style: isStyled && isForm ? style : null,
    explode: booleanField(reading, node, "explode") ?? style === "form",
    allowReserved: booleanField(reading, node, "allowReserved") ?? false,
    at: node,
  };
}

const styleFields = ["style", "explode", "allowReserved"] as const;

const styleDefaults = { style: "form", explode: true, allowReserved: false } as const;

const styles: readonly ParameterStyle[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function readStyle(reading: OpenApiReading, node: Node): ParameterStyle {
  const field = node.get("style");
  const expected = `${styles.join(", ")} for a field of a form`;
  return (field === undefined ? null : choiceOf(reading, field, styles, expected)) ?? "form";
}

/** 3.0 ignores it, later versions write parts in that style. The defaults, which some frameworks write everywhere, are none. */
function refuseStyle(reading: OpenApiReading, node: Node): void {
  const name = styleFields.find((field) => node.has(field) && node.get(field)?.value !== styleDefaults[field]);
  if (name === undefined) return;
  const place = keyOf(node.get(name) ?? node);
  if (reading.version === "3.0") {
    const reason = "only the fields of application/x-www-form-urlencoded have a style";
    reading.report.add("no-effect", place, { what: quote(name), reason, advice: "remove it" });
    return;
  }
  const reason = "parts are written by their content type";
  reading.report.add("unsupported-feature", place, { feature: `${quote(name)} of a part`, reason });
}

/** Parts have no headers of their own, as in `FormData`; a required one could not be sent. */
function checkHeaders(reading: OpenApiReading, node: Node): void {
  for (const member of membersOf(reading, node, "headers")) {
    const header = readHeader(reading, member);
    if (header === null) continue;
    const reason = "parts have no headers but their content type and disposition";
    const severity = header.required ? "error" : "warning";
    const advice = header.required ? undefined : "no action is required; the header is not sent";
    reading.report.add(
      "unsupported-feature",
      keyOf(member),
      { feature: "a header of a part", reason, advice },
      { severity },
    );
  }
}

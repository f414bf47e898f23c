// RFC 6570.
import { iriLetters, privateLetters } from "./iri.ts";

function uriTemplateOf(letters: string): RegExp {
  const octet = "%[0-9A-Fa-f]{2}";
  const character = `(?:[A-Za-z0-9_]|${octet})`;
  const variable = `${character}+(?:\\.${character}+)*(?::[1-9][0-9]{0,3}|\\*)?`;
  const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`;
  return new RegExp(`^(?:[!#$&'()*+,\\-./0-9:;=?@A-Z[\\]_a-z~${letters}]|${octet}|${expression})*$`, "u");
}

const uriTemplate: RegExp = /* @__PURE__ */ uriTemplateOf(iriLetters + privateLetters);

/** RFC 6570: `/orders{/orderId}{?limit,offset}`. An apostrophe counts as a letter, as its erratum 6937 has it. */
export function isUriTemplate(text: string): boolean {
  return uriTemplate.test(text);
}

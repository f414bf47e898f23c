// How deliveries are signed -> what a receiver has to do.
import type { Signature, SignedPart } from "waybill/description";
import type { Block, Field, Inline } from "../blocks/block.ts";
import { heading } from "./context.ts";

export function signatureBlocks({ scheme }: Signature): Block[] {
  const { algorithm, content, encoding, header, prefix, list, timestamp, secret } = scheme;
  const fields: Field[] = [
    fieldOf("Header", [{ code: header }, ...(prefix === "" ? [] : [", after ", { code: prefix }])]),
    fieldOf("Algorithm", [{ code: algorithm }, `, as ${encoding}`]),
    fieldOf(
      "Signed content",
      content.flatMap((part, at): Inline[] => [at === 0 ? "" : " + ", partOf(part)]),
    ),
    ...(list === null
      ? []
      : [fieldOf("Entries", ["A list: ", { code: `${list.key}${list.assign}…${list.separator}` }])]),
    ...(timestamp === null
      ? []
      : [
          fieldOf("Timestamp", [
            ...(timestamp.header === null
              ? ["entry ", { code: timestamp.key ?? "" }, " of the header"]
              : [{ code: timestamp.header }]),
            `, in ${timestamp.unit}`,
            timestamp.tolerance === null ? "" : `; reject deliveries older than ${timestamp.tolerance} seconds`,
          ]),
        ]),
    fieldOf("Secret", [
      { text: secret.encoding },
      ...(secret.prefix === "" ? [] : [", after ", { code: secret.prefix }]),
    ]),
  ];
  return [
    heading("Signature", "signature"),
    { kind: "line", content: ["Each delivery is signed. Verify the raw body, before it is parsed."] },
    { kind: "fields", fields },
  ];
}

function fieldOf(name: string, type: Field["type"]): Field {
  return { name, isLabel: true, id: null, type, marks: [], facts: [], blocks: [] };
}

function partOf(part: SignedPart): Inline {
  if ("literal" in part) return { code: part.literal };
  if ("header" in part) return { code: part.header };
  return part.use;
}

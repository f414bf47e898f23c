// A document of another format -> how to use it, or a description in its place.
import type { Node } from "../../source/index.ts";

/** `null` for a document that is not recognised. */
export function adviceOnOtherFormat(root: Node): string | null {
  return formats.find(({ isOf }) => isOf(root))?.advice ?? null;
}

const formats: readonly { readonly isOf: (root: Node) => boolean; readonly advice: string }[] = [
  { isOf: (root) => root.has("overlay"), advice: "this is an overlay: pass it as --overlay, next to its description" },
  { isOf: (root) => root.has("arazzo"), advice: "this is an Arazzo workflow: pass the description that it refers to" },
  {
    isOf: (root) => root.has("item") && isPostman(root.get("info")),
    advice: "this is a Postman collection: export it as OpenAPI, or convert it, and pass the result",
  },
  {
    isOf: (root) => root.get("_type")?.value === "export" && root.has("resources"),
    advice: "this is an Insomnia export: export the collection as OpenAPI, and pass that file",
  },
  {
    isOf: (root) => root.has("$schema"),
    advice: 'this is a JSON Schema: refer to it from "components/schemas" of a description, and pass that',
  },
];

function isPostman(info: Node | undefined): boolean {
  if (info === undefined || !info.isObject) return false;
  return info.has("_postman_id") || /getpostman\.com/.test(String(info.get("schema")?.value));
}

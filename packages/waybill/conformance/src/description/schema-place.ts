// A reference in a document -> the place it leads to and the value there. The kit follows references by itself: a mistake
// of the toolkit's reading of them would otherwise be the kit's own.
import path from "node:path";
import { decodeFragment, type Location, type SourceDocument, tokensOf } from "waybill/description";

export interface SchemaPlace {
  readonly at: Location;
  readonly value: unknown;
}

/** The documents of a description by their path, or by their URL where they were fetched. */
export type Documents = ReadonlyMap<string, SourceDocument>;

export function documentsByPlace(documents: readonly SourceDocument[]): Documents {
  return new Map(documents.map((document) => [document.isCopy === true ? document.name : document.path, document]));
}

export function placeAt(at: Location): SchemaPlace | null {
  if (at.parent === null) return rootOf(at.document);
  const parent = placeAt(at.parent);
  return parent === null ? null : memberOf(parent, at.key);
}

export function memberOf({ at, value }: SchemaPlace, key: string): SchemaPlace | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
  return { at: { document: at.document, parent: at, key }, value: Reflect.get(value, key) };
}

/** Members of an object or elements of an array, in order; none of anything else. */
export function membersOf(place: SchemaPlace | null): SchemaPlace[] {
  const value = place?.value;
  if (place === null || typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => memberOf(place, key) ?? []);
}

/** `null` where it leads nowhere. A `$ref` on the way is followed, as bundlers do. */
export function placeOfReference(documents: Documents, ref: string, from: Location): SchemaPlace | null {
  return follow({ documents, passed: new Set() }, ref, from);
}

interface Walk {
  readonly documents: Documents;
  readonly passed: Set<string>;
}

function follow(walk: Walk, ref: string, from: Location): SchemaPlace | null {
  const [target = "", fragment = ""] = ref.split(/#(.*)/s);
  const file = decodeFragment(target) ?? target;
  const tokens = tokensOf(decodeFragment(fragment) ?? fragment);
  const document = file === "" ? from.document : walk.documents.get(besideOf(from.document, file));
  if (document === undefined || tokens === null) return null;
  return tokens.reduce<SchemaPlace | null>((reached, token) => {
    return reached === null ? null : memberBehind(walk, reached, token);
  }, rootOf(document));
}

/** A copy is beside what its URL is beside, not beside other copies. */
function besideOf({ path: base, name, isCopy }: SourceDocument, file: string): string {
  if (isCopy === true) return URL.parse(file, name)?.href ?? file;
  return path.posix.resolve(path.posix.dirname(base), file);
}

function memberBehind(walk: Walk, place: SchemaPlace, token: string): SchemaPlace | null {
  const member = memberOf(place, token);
  const ref = member === null ? memberOf(place, "$ref")?.value : undefined;
  if (typeof ref !== "string") return member;
  const step = `${place.at.document.path} ${ref} ${token}`;
  if (walk.passed.has(step)) return null;
  walk.passed.add(step);
  const target = follow(walk, ref, place.at);
  return target === null ? null : memberBehind(walk, target, token);
}

function rootOf(document: SourceDocument): SchemaPlace {
  return { at: { document, parent: null, key: "" }, value: document.value };
}

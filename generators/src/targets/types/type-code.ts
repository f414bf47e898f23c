// TypeScript types as data -> their text.
import {
  arrayOf,
  bigintType,
  type Code,
  code,
  documented,
  grouped,
  intersectionTypeOf,
  key,
  literal,
  objectTypeOf,
  unionTypeOf,
} from "../../emit/index.ts";
import { unreachable } from "../../model/unreachable.ts";
import { type Keyword, type Member, type ObjectNode, optionalOf, type TupleNode, type TypeNode } from "./type-node.ts";

/** The text of a type. */
export function codeOf(node: TypeNode): Code {
  switch (node.kind) {
    case "keyword":
      return keywords[node.name];
    case "literal":
      return typeof node.value === "bigint" ? bigintType(node.value) : literal(node.value);
    case "symbol":
      return node.isOpen === true ? code`(${node.symbol} & {})` : code`${node.symbol}`;
    case "verbatim":
      return node.code;
    case "array":
      return code`${operandOf(node.element)}[]`;
    case "tuple":
      return tupleCode(node);
    case "object":
      return objectCode(node, false);
    case "union":
      return unionTypeOf(
        node.members.map((member) => (member.kind === "intersection" ? operandOf(member) : codeOf(member))),
      );
    case "intersection":
      return intersectionTypeOf(node.members.map(operandOf));
    default:
      return unreachable(node);
  }
}

/** The text of the type of a declaration: an object has one member per line even where several would fit on one. */
export function declaredCodeOf(node: TypeNode): Code {
  return node.kind === "object" ? objectCode(node, node.members.length > 1) : codeOf(node);
}

/** A type where an operator follows or precedes it. */
function operandOf(node: TypeNode): Code {
  if (node.kind !== "union" && node.kind !== "intersection") return codeOf(node);
  const separator = node.kind === "union" ? "|" : "&";
  const items = node.members.map(operandOf);
  return grouped({ open: "(", items, close: ")", separator });
}

function tupleCode({ elements, rest }: TupleNode): Code {
  const listed = elements.map(({ type, optional }) => (optional ? code`${operandOf(type)}?` : codeOf(type)));
  return arrayOf(rest === null ? listed : [...listed, code`...${operandOf(rest)}[]`]);
}

function objectCode({ members, index }: ObjectNode, broken: boolean): Code {
  const listed = members.map((member) => documented(member.doc, memberCode(member)));
  const open = index === null ? [] : [documented(index.doc, code`[key: string]: ${codeOf(index.type)}`)];
  return objectTypeOf([...listed, ...open], broken);
}

function memberCode({ name, optional, isExact, type }: Member): Code {
  if (!optional) return code`${key(name)}: ${codeOf(type)}`;
  if (isExact === true) return code`${key(name)}?: ${codeOf(type)}`;
  return code`${key(name)}?: ${codeOf(optionalOf(type))}`;
}

const keywords: Readonly<Record<Keyword, Code>> = {
  unknown: code`unknown`,
  never: code`never`,
  undefined: code`undefined`,
  null: code`null`,
  boolean: code`boolean`,
  number: code`number`,
  bigint: code`bigint`,
  string: code`string`,
  "any string": code`(string & {})`,
};

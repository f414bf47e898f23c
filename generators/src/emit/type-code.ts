// Code that only TypeScript reads, such as ` as const`, and the same code without it.
import { Code, CodeSymbol, code, type Group } from "./code.ts";

class TypeCode extends Code {
  /** Marked, so that it can be found and removed. */
  override get text(): null {
    return null;
  }
}

/** `value as const`: a literal type for the compiler, only the value in JavaScript. */
export function asConst(value: Code): Code {
  return code`${value}${new TypeCode([" as const"])}`;
}

/** `<Order>` after the function that is called: nothing in JavaScript, which reads it as two comparisons. */
export function typeArgument(type: Code): Code {
  return new TypeCode(["<", type, ">"]);
}

/** `: boolean` after the name that it is the type of. */
export function typeAnnotation(type: Code): Code {
  return new TypeCode([": ", type]);
}

/** Returns the same object when nothing is removed. */
export function withoutTypes(piece: Code): Code {
  if (piece instanceof TypeCode) return new Code([]);
  const parts = changed(piece.parts, (part) => {
    if (typeof part === "string" || part instanceof CodeSymbol) return part;
    return part instanceof Code ? withoutTypes(part) : groupWithoutTypes(part);
  });
  return parts === piece.parts ? piece : new Code(parts);
}

function groupWithoutTypes(group: Group): Group {
  const items = changed(group.items, withoutTypes);
  return items === group.items ? group : { ...group, items };
}

/** The same list when no item changes. */
function changed<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  let next: Item[] | null = null;
  items.forEach((item, index) => {
    const after = change(item);
    if (after !== item) next ??= [...items];
    if (next !== null) next[index] = after;
  });
  return next ?? items;
}

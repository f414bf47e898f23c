// Object literals of generated types -> what they need now: members that became required, keys for new values, parts of a request
// that moved.
import type { ts } from "ts-morph";
import { memberKey, type PlannedChange, type RequiredMember } from "../plan/changes.ts";
import { type GeneratedPlace, nameText } from "./generated.ts";
import { keyText, keyValues } from "./members.ts";
import { type Pass, todoOf } from "./pass.ts";

export function rewriteObject(node: ts.ObjectLiteralExpression, pass: Pass): void {
  const type = pass.checker.getContextualType(node);
  if (type === undefined) return;
  const added = moveParts(node, type, pass);
  addRequired(node, type, added, pass);
  addKeys(node, type, pass);
}

/** The generated object types that a literal may have, by place. */
function placesOf(type: ts.Type, pass: Pass): GeneratedPlace[] {
  return pass.constituents(type).flatMap((one) => (one.symbol === undefined ? [] : pass.placesOf(one.symbol)));
}

function addRequired(node: ts.ObjectLiteralExpression, type: ts.Type, added: ReadonlySet<string>, pass: Pass): void {
  const written = namesIn(node, pass);
  if (written === null) return;
  const places = placesOf(type, pass);
  for (const place of places) {
    // A union of several types: which of them the literal is, its members decide.
    if (places.length > 1 && !fits(type, written, pass)) continue;
    for (const member of pass.plan(place.api)?.required.get(memberKey(place.top, place.path)) ?? []) {
      if (written.has(member.name) || added.has(member.name) || isRenamedIn(member, place, written, pass)) continue;
      if (member.value === null && pass.isScript(node)) {
        pass.mark(node, member.change);
        continue;
      }
      const at = insertMember(node, requiredText(member), member.change, pass);
      if (member.value === null) pass.leave(node.getSourceFile(), at, member.change);
    }
  }
}

function fits(type: ts.Type, written: ReadonlySet<string>, pass: Pass): boolean {
  return (
    pass.constituents(type).filter((one) => [...written].every((name) => one.getProperty(name) !== undefined))
      .length === 1
  );
}

/** Whether the literal has it under its old name. */
function isRenamedIn(
  { name }: RequiredMember,
  { api, top, path }: GeneratedPlace,
  written: ReadonlySet<string>,
  pass: Pass,
): boolean {
  const members = pass.plan(api)?.members;
  return [...written].some((old) => {
    const edit = members?.get(memberKey(top, [...path, old]));
    return edit?.kind === "rename" && edit.to === name;
  });
}

/** `null` with a spread, which may have any of them. */
function namesIn(node: ts.ObjectLiteralExpression, { compiler }: Pass): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const property of node.properties) {
    if (compiler.isSpreadAssignment(property)) return null;
    const name = nameText(property.name, compiler);
    if (name !== null) names.add(name);
  }
  return names;
}

interface Inserted {
  readonly text: string;
  /** After the member, where it has a line of its own; `null`: none. */
  readonly comment: string | null;
}

function requiredText({ name, value, type, change }: RequiredMember): Inserted {
  const key = keyText(name);
  if (value !== null) return { text: `${key}: ${value}`, comment: null };
  const isSimple = /^(?:string|number|boolean|(?:"[^"]*"(?: \| )?)+)$/.test(type);
  return {
    text: `${key}: undefined satisfies ${isSimple ? type : "never"}`,
    comment: isSimple ? todoOf(change) : `${todoOf(change)}: ${type}`,
  };
}

/** After the last member, in the layout of the literal. Returns the offset it is put at. */
function insertMember(
  node: ts.ObjectLiteralExpression,
  { text, comment }: Inserted,
  change: PlannedChange,
  pass: Pass,
): number {
  const file = node.getSourceFile();
  const put = (start: number, end: number, now: string): number => {
    pass.put({ file, start, end }, now, change);
    return end;
  };
  const last = node.properties.at(-1);
  if (last === undefined) return put(node.getStart() + 1, node.getEnd() - 1, ` ${text}${inline(comment)} `);
  const end = last.getEnd();
  const isTall = file.text.slice(node.getStart(), end).includes("\n");
  if (!isTall) return put(end, end, `, ${text}${inline(comment)}`);
  const line = `\n${indentOf(last)}${text}`;
  const remark = comment === null ? "" : ` // ${comment}`;
  if (!node.properties.hasTrailingComma) return put(end, end, `,${line}${remark}`);
  const after = file.text.indexOf(",", end) + 1;
  return put(after, after, `${line},${remark}`);
}

function inline(comment: string | null): string {
  return comment === null ? "" : ` /* ${comment.replaceAll("*/", "* /")} */`;
}

/** `Record<OrderStatus, number>`: a new value needs a key. */
function addKeys(node: ts.ObjectLiteralExpression, type: ts.Type, pass: Pass): void {
  const written = namesIn(node, pass);
  if (written === null) return;
  for (const { before, added } of keyValues(type, node, pass)) {
    if (!before.every((value) => written.has(value))) continue;
    for (const { value, change } of added) {
      if (written.has(value)) continue;
      if (pass.isScript(node)) {
        pass.mark(node, change);
        continue;
      }
      const text = `${keyText(value)}: undefined satisfies never`;
      const at = insertMember(node, { text, comment: todoOf(change) }, change, pass);
      pass.leave(node.getSourceFile(), at, change);
    }
  }
}

/** `{ query: { note } }` is `{ body: { note } }`. Returns the parts of the request that were written. */
function moveParts(node: ts.ObjectLiteralExpression, type: ts.Type, pass: Pass): ReadonlySet<string> {
  const { compiler, checker } = pass;
  const movedProperties = new Map<string, MovedProperty[]>();
  if (!placesOf(type, pass).some(({ path, top }) => path.length === 0 && top.endsWith("Request"))) return new Set();
  const gone = new Set<ts.ObjectLiteralElementLike>();
  for (const part of node.properties) {
    if (!compiler.isPropertyAssignment(part) || !compiler.isObjectLiteralExpression(part.initializer)) continue;
    const literal = part.initializer;
    const inner = checker.getContextualType(literal);
    const moving = literal.properties.flatMap((property) => {
      const name = property.name === undefined ? null : nameText(property.name, compiler);
      const symbols = name === null || inner === undefined ? [] : pass.propertiesOf(inner, name);
      const verdict = symbols.flatMap((symbol) => pass.memberVerdict(symbol) ?? [])[0];
      return verdict?.kind === "move" ? [{ property, to: verdict.to, change: verdict.change }] : [];
    });
    for (const { property, to, change } of moving)
      movedProperties.set(to[0], [...(movedProperties.get(to[0]) ?? []), { property, name: to[1], change }]);
    const [first] = moving;
    if (first === undefined) continue;
    if (moving.length === literal.properties.length) {
      cut(part, node.properties, first.change, pass);
      gone.add(part);
    } else for (const { property, change } of moving) cut(property, literal.properties, change, pass);
  }
  for (const [part, moved] of movedProperties) putParts(node, { part, moved, gone }, pass);
  return new Set(movedProperties.keys());
}

interface MovedProperty {
  readonly property: ts.ObjectLiteralElementLike;
  readonly name: string;
  readonly change: PlannedChange;
}

interface MovedPart {
  readonly part: string;
  readonly moved: readonly MovedProperty[];
  /** The parts that have nothing left. */
  readonly gone: ReadonlySet<ts.ObjectLiteralElementLike>;
}

function putParts(node: ts.ObjectLiteralExpression, { part, moved, gone }: MovedPart, pass: Pass): void {
  const { compiler } = pass;
  const [first] = moved;
  if (first === undefined) return;
  const file = node.getSourceFile();
  const textOf = (edited: (start: number, end: number) => string): string =>
    moved
      .map(({ property, name }) => {
        const key = keyText(name);
        if (compiler.isPropertyAssignment(property))
          return `${key}: ${edited(property.initializer.getStart(), property.initializer.getEnd())}`;
        const value = property.name === undefined ? "" : property.name.getText();
        return value === key ? key : `${key}: ${value}`;
      })
      .join(", ");
  const there = node.properties.find((one) => one.name !== undefined && nameText(one.name, compiler) === part);
  if (there !== undefined && compiler.isPropertyAssignment(there)) {
    const { initializer } = there;
    if (compiler.isObjectLiteralExpression(initializer)) {
      const last = initializer.properties.at(-1);
      const at = last?.getEnd() ?? initializer.getStart() + 1;
      pass.put(
        { file, start: at, end: at },
        (edited) => (last === undefined ? ` ${textOf(edited)} ` : `, ${textOf(edited)}`),
        first.change,
      );
    } else
      pass.put(
        { file, start: initializer.getStart(), end: initializer.getEnd() },
        (edited) => `{ ...${edited(initializer.getStart(), initializer.getEnd())}, ${textOf(edited)} }`,
        first.change,
      );
    return;
  }
  if (there !== undefined && compiler.isShorthandPropertyAssignment(there)) {
    pass.put(
      { file, start: there.getEnd(), end: there.getEnd() },
      (edited) => `: { ...${part}, ${textOf(edited)} }`,
      first.change,
    );
    return;
  }
  const anchor = node.properties.findLast((one) => !gone.has(one));
  const last = node.properties.at(-1);
  if (last === undefined) return;
  const at = anchor?.getEnd() ?? last.getEnd();
  const isTall = file.text.slice(node.getStart(), last.getEnd()).includes("\n");
  const between = anchor === undefined ? "" : isTall ? `,\n${indentOf(last)}` : ", ";
  pass.put({ file, start: at, end: at }, (edited) => `${between}${part}: { ${textOf(edited)} }`, first.change);
}

/** Out of a list, with a comma beside it. */
function cut(
  node: ts.ObjectLiteralElementLike,
  list: ts.NodeArray<ts.ObjectLiteralElementLike>,
  change: PlannedChange,
  pass: Pass,
): void {
  const file = node.getSourceFile();
  const index = list.indexOf(node);
  const [previous, next] = [list[index - 1], list[index + 1]];
  const range =
    next !== undefined
      ? { start: node.getStart(), end: next.getStart() }
      : { start: previous?.getEnd() ?? node.getStart(), end: node.getEnd() };
  pass.put({ file, ...range, isCut: true }, "", change);
}

// A switch over the values of an enum that has a new one -> a branch for it that does not compile until it is written.
export function rewriteSwitch(node: ts.SwitchStatement, pass: Pass): void {
  const { compiler } = pass;
  const { clauses } = node.caseBlock;
  const handled = new Set(
    clauses.flatMap((clause) =>
      compiler.isCaseClause(clause) && compiler.isStringLiteralLike(clause.expression) ? [clause.expression.text] : [],
    ),
  );
  const [values] = pass.valuesOfExpression(node.expression).filter(({ added }) => added.length > 0);
  const [first] = clauses;
  if (values === undefined || first === undefined || !values.before.every((value) => handled.has(value))) return;
  const file = node.getSourceFile();
  const fallback = clauses.find((clause) => compiler.isDefaultClause(clause));
  const indent = indentOf(first);
  const deeper = `${indent}${indent.includes("\t") ? "\t" : "  "}`;
  const subject = node.expression.getText();
  for (const { value, change } of values.added) {
    if (handled.has(value)) continue;
    // In JavaScript a branch would change what the program does before someone has written it.
    if (pass.isScript(node)) {
      pass.mark(node, change);
      continue;
    }
    const text = [
      `case ${JSON.stringify(value)}:`,
      `${deeper}// ${todoOf(change)}`,
      `${deeper}throw new Error(${subject} satisfies never);`,
    ].join("\n");
    const at = fallback?.getStart() ?? clauses.at(-1)?.getEnd() ?? node.caseBlock.getEnd();
    pass.put(
      { file, start: at, end: at },
      fallback === undefined ? `\n${indent}${text}` : `${text}\n${indent}`,
      change,
    );
    pass.leave(file, at, change);
  }
}

/** The white space that the line of a node begins with. */
function indentOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const line = text.lastIndexOf("\n", node.getStart() - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
}

// Names that only one file, or one function of it, knows: what each of the harmless output is called in the hostile one.
import { ts } from "ts-morph";

/** Names of the language and its library that generated code reads; a local name would hide them. */
const globals: readonly string[] = ["Array", "Number", "Object", "RegExp", "Set", "undefined", "NaN", "Infinity"];

/** Both outputs are walked at once; a declaration has the same place in both. */
export class LocalNames {
  private readonly scopes: Map<string, string>[] = [new Map()];
  private readonly shared: ReadonlySet<string>;

  /** `right`: the hostile output. */
  constructor(left: ts.SourceFile, right: ts.SourceFile) {
    this.shared = new Set([...globals, ...right.statements.flatMap(namesDeclaredBy)]);
    for (const [at, statement] of left.statements.entries()) {
      const twin = right.statements[at];
      if (twin !== undefined && !isExported(statement)) this.pair(namesDeclaredBy(statement), namesDeclaredBy(twin));
    }
  }

  enter(): void {
    this.scopes.push(new Map());
  }

  leave(): void {
    this.scopes.pop();
  }

  /** What is wrong with the twin of a local name, if something is. */
  declare(left: string, right: string): string | null {
    const scope = this.scopes.at(-1) ?? new Map<string, string>();
    const isTaken = [...scope.values()].includes(right);
    scope.set(left, right);
    if (left !== right && (isTaken || this.shared.has(right))) return `the local name ${right} hides another`;
    return null;
  }

  /** `null` for a name from elsewhere. */
  twinOf(left: string): string | null {
    const scope = this.scopes.findLast((each) => each.has(left));
    return scope?.get(left) ?? null;
  }

  private pair(left: readonly string[], right: readonly string[]): void {
    for (const [at, name] of left.entries()) this.scopes[0]?.set(name, right[at] ?? "");
  }
}

/** Imports and exports among them. */
function namesDeclaredBy(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => nameOf(name));
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
}

function nameOf(name: ts.BindingName): string[] {
  return ts.isIdentifier(name) ? [name.text] : [];
}

/** An import counts as well: what it brings in is compared by the name it has elsewhere. */
function isExported(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return true;
  return ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(isExport);
}

function isExport({ kind }: ts.Modifier): boolean {
  return kind === ts.SyntaxKind.ExportKeyword;
}

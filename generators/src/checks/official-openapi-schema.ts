// An OpenAPI 3.1 or 3.2 document to what its official JSON Schema rejects, by Ajv: swagger-parser knows no 3.2, and its copy of every schema
// at each of its references makes long chains of references slow, and invalid from the 500th on.
import { createRequire } from "node:module";
import { Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import { identityOf, type Node } from "../source/index.ts";
import type { WalkedDocuments } from "./walked-documents.ts";

export type OfficialVersion = "3.1" | "3.2";

export function validateOpenApi(version: OfficialVersion, root: Node, documents: WalkedDocuments): readonly unknown[] {
  const validate = validators.get(version) ?? compile(version);
  return validate(new Resolution(documents).valueOf(root)) ? [] : (validate.errors ?? []);
}

/** Compiling takes a tenth of a second, and an editor validates after each change. */
const validators = new Map<OfficialVersion, ValidateFunction>();

function compile(version: OfficialVersion): ValidateFunction {
  const file = `@seriousme/openapi-schema-validator/schemas/v${version}/schema.json`;
  const schema: AnySchema = createRequire(import.meta.url)(file);
  // The options of swagger-parser.
  const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  validators.set(version, validate);
  return validate;
}

/** What the schema leaves open: references in there are the readers'. */
const open: ReadonlySet<string> = new Set(["schema", "itemSchema", "schemas", "example", "value", "dataValue"]);

/** A value in which references are replaced by what they lead to: the schema does not follow them. */
class Resolution {
  private readonly documents: WalkedDocuments;
  private readonly values = new Map<string, unknown>();
  private readonly entered = new Set<string>();

  constructor(documents: WalkedDocuments) {
    this.documents = documents;
  }

  /** A reference to a value that contains it stays: a reference is allowed wherever its target is. */
  valueOf(node: Node): unknown {
    if (!node.isObject && !node.isArray) return node.value;
    const identity = identityOf(node);
    if (this.values.has(identity) || this.entered.has(identity)) return this.values.get(identity) ?? node.value;
    this.entered.add(identity);
    const value = node.isArray ? node.items().map((item) => this.valueOf(item)) : this.objectOf(node);
    this.entered.delete(identity);
    this.values.set(identity, value);
    return value;
  }

  private objectOf(node: Node): unknown {
    const target = this.documents.resolved(node);
    if (identityOf(target) !== identityOf(node)) {
      const resolved = this.valueOf(target);
      // The `summary` and `description` of a reference, and the fields next to that of a path item.
      const more = this.membersOf(node.without(new Set(["$ref"])));
      return typeof resolved === "object" && resolved !== null ? { ...resolved, ...more } : resolved;
    }
    return this.membersOf(node);
  }

  private membersOf(node: Node): Record<string, unknown> {
    const members = node.members().map((member): [string, unknown] => {
      const isOpen = open.has(member.key) || member.key.startsWith("x-");
      return [member.key, isOpen ? member.value : this.valueOf(member)];
    });
    return Object.fromEntries(members);
  }
}

// The `names` of a configuration, functions that rename schemas, operations and messages -> those names, if they are valid.
// They run after all names are decided; their results must be identifiers.
import { keyOf, type Place, type Report } from "../../../diagnostics/index.ts";
import { displayOf, type Location } from "../../../source/index.ts";
import { pascalOf } from "./identifiers.ts";
import { isReservedWord, type Names, typeNamesOf } from "./names.ts";

/** Each is called once per name, with the default name, and returns the final one. It must be deterministic. */
export interface NameHooks {
  /** A type: `Order`. Its validators are named after it, `OrderSchema` and `isOrder`. */
  readonly schema?: (name: string, where: SchemaSource) => string;
  /** A method, and the prefix of its types: `listOrders`, `ListOrdersRequest`. */
  readonly operation?: (name: string, where: OperationSource) => string;
  /** The method of the client alone: `list` of `client.orders.list`. */
  readonly method?: (name: string, where: MethodSource) => string;
  /** The type of an event: `OrderCreated`. */
  readonly message?: (name: string, where: MessageSource) => string;
}

export interface SchemaSource {
  /** `spec/openapi.yaml#/components/schemas/order` */
  readonly source: string;
  /** What the name is made from, most specific last: `["order"]`, for a form of one direction `["order", "Writable"]`. */
  readonly keys: readonly string[];
}

export interface OperationSource {
  readonly source: string;
  /** As written, or derived from method and path. */
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

export interface MethodSource extends OperationSource {
  /** The group that the option `group` puts it in: `orders`; `null` for a method of the client itself. */
  readonly group: string | null;
}

export interface MessageSource {
  readonly source: string;
  readonly key: string;
  /** `order.created` */
  readonly event: string;
  readonly channel: string | null;
}

export function hookedNames(report: Report, names: Names, hooks: NameHooks): Names {
  const { schema, operation, message } = hooks;
  const operations =
    operation === undefined
      ? names.operations
      : hookedOperations(new Claims(report, "operation"), names.operations, operation);
  const types = new Claims(report, "schema");
  if (schema !== undefined || operation !== undefined) {
    for (const [operation, { id, typeName }] of operations)
      for (const name of typeNamesOf({ ...operation, typeName }))
        types.hold(name, ownerOf("operation", id, operation.at));
  }
  return {
    operations,
    schemas:
      schema === undefined && operation === undefined
        ? names.schemas
        : hookedSchemas(types, names.schemas, schema ?? ((name) => name)),
    messages:
      message === undefined ? names.messages : hookedMessages(new Claims(report, "message"), names.messages, message),
  };
}

function hookedOperations(
  claims: Claims,
  operations: Names["operations"],
  hook: Hook<"operation">,
): Names["operations"] {
  return mapped(operations, ({ at, method, path, tags }, names) => {
    const { id, name } = names;
    const owner = ownerOf("operation", id, at);
    const where = { source: displayOf(at), operationId: id, method, path: path.text, tags };
    const customName = claims.ask(() => hook(name, where), owner);
    if (customName === null) return names;
    const typeName = customName === name ? names.typeName : pascalOf([customName]);
    // Two methods may differ in characters that the name of a type does not contain.
    if (typeName !== customName) claims.hold(typeName, owner);
    return { id, name: customName, typeName };
  });
}

function hookedSchemas(claims: Claims, schemas: Names["schemas"], hook: Hook<"schema">): Names["schemas"] {
  return mapped(schemas, ({ at, nameParts }, name) => {
    const owner = ownerOf("schema", nameParts.at(-1), at);
    return claims.ask(() => hook(name, { source: displayOf(at), keys: nameParts }), owner) ?? name;
  });
}

function hookedMessages(claims: Claims, messages: Names["messages"], hook: Hook<"message">): Names["messages"] {
  return mapped(messages, ({ at, key, eventName, channelKey }, typeName) => {
    const where = { source: displayOf(at), key, event: eventName, channel: channelKey };
    return claims.ask(() => hook(typeName, where), ownerOf("message", key, at)) ?? typeName;
  });
}

function mapped<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  changed: (key: Key, value: Value) => Value,
): ReadonlyMap<Key, Value> {
  return new Map([...map].map(([key, value]) => [key, changed(key, value)]));
}

type Hook<Kind extends keyof NameHooks> = NonNullable<NameHooks[Kind]>;

function ownerOf(kind: keyof NameHooks, name: string | undefined, at: Location): Owner {
  return { what: `the ${kind} ${JSON.stringify(name)}`, place: keyOf(at) };
}

interface Owner {
  /** `the schema "order"` */
  readonly what: string;
  readonly place: Place;
}

/** The owners of names so far; calls a hook, and reports invalid names. */
class Claims {
  private readonly report: Report;
  private readonly hook: keyof NameHooks;
  private readonly owners = new Map<string, Owner>();

  constructor(report: Report, hook: keyof NameHooks) {
    this.report = report;
    this.hook = hook;
  }

  ask(hook: () => unknown, owner: Owner): string | null {
    const name = this.nameFrom(hook, owner);
    if (name === null) return null;
    const reason = reasonAgainst(name);
    if (reason !== null) return this.refuse(owner, JSON.stringify(name) ?? String(name), reason);
    return typeof name === "string" && this.hold(name, owner) ? name : null;
  }

  /** Whether no other item has the name. */
  hold(name: string, owner: Owner): boolean {
    const other = this.owners.get(name);
    if (other === undefined) {
      this.owners.set(name, owner);
      return true;
    }
    this.refuse(owner, JSON.stringify(name), `${other.what} already has this name`, other);
    return false;
  }

  /** Called twice: a name that depends on other things than the arguments would change in the next run. */
  private nameFrom(hook: () => unknown, owner: Owner): unknown {
    try {
      const [name, again] = [hook(), hook()];
      return Object.is(name, again)
        ? name
        : this.refuse(owner, JSON.stringify(name) ?? "", "the function returned two different names for it");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return this.refuse(owner, "nothing", `the function threw: ${message}`);
    }
  }

  private refuse({ what, place }: Owner, name: string, reason: string, other?: Owner): null {
    const related = other === undefined ? [] : [{ message: other.what, place: other.place }];
    this.report.add("invalid-name", place, { hook: this.hook, what, name, reason }, { related });
    return null;
  }
}

function reasonAgainst(name: unknown): string | null {
  if (typeof name !== "string") return "a name must be a string";
  if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) || name !== name.normalize("NFC"))
    return "it is not an identifier";
  if (/\p{Default_Ignorable_Code_Point}/u.test(name)) return "it contains invisible characters";
  return isReservedWord(name) ? "it is a reserved word" : null;
}

// Operations with pages -> the key and the options of an infinite query each, whose pages say what to ask for next.
import {
  type Code,
  call,
  code,
  type Declaration,
  docOfText,
  identifier,
  type Operation,
  type Pagination,
  requestTypeOf,
  responseTypeOf,
  routeTextOf,
  typeOf,
} from "waybill/plugin";
import { constant, queryFunction } from "./declarations.ts";
import { type Naming, namesOf } from "./naming.ts";
import { keyType, runtimeSymbol, runtimeType } from "./runtime.ts";

/** None for an operation without pages. */
export function infiniteDeclarationsOf(operation: Operation, naming: Naming): Declaration[] {
  const { pagination } = operation;
  return pagination === null ? [] : [keyOf(operation, pagination), optionsOf(operation, pagination, naming)];
}

function keyOf(operation: Operation, pagination: Pagination): Declaration {
  const plain = identifier(namesOf(operation).key);
  const types = code`typeof ${plain}, ${responseTypeOf(operation)}, ${pageTypeOf(operation, pagination)}`;
  const type = code`${keyType("InfiniteKey")}<${types}>`;
  const initializer = call(runtimeSymbol("infiniteKeyFactory"), [plain]);
  const text = `The key of the pages of ${routeTextOf(operation)}.`;
  return constant({ name: namesOf(operation).infiniteKey, type, initializer }, docOfText(text));
}

function optionsOf(operation: Operation, pagination: Pagination, naming: Naming): Declaration {
  const { infiniteKey: key, infiniteOptions: name } = namesOf(operation);
  const types = code`typeof ${identifier(key)}, ${responseTypeOf(operation)}, ${pageTypeOf(operation, pagination)}`;
  return queryFunction(operation, naming, {
    name,
    returnType: code`${runtimeType("InfiniteOptions")}<${types}${naming.moreErrors}>`,
    builder: runtimeSymbol("pagesFor"),
    key,
  });
}

function pageTypeOf(operation: Operation, { items, item }: Pagination): Code {
  const types = code`${requestTypeOf(operation)}, ${typeOf(item)}`;
  return items.length === 0
    ? code`${runtimeType("QueryPage")}<${types}>`
    : code`${runtimeType("QueryPageWithBody")}<${types}, ${responseTypeOf(operation)}>`;
}

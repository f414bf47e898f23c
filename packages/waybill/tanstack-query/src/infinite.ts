// Operations with pages -> the key and the options of an infinite query each, whose pages say what to ask for next.
import {
  type Code,
  call,
  code,
  type Declaration,
  docOfText,
  generatedSymbol,
  identifier,
  isSafe,
  type Operation,
  type Pagination,
  requestTypeOf,
  responseTypeOf,
  routeTextOf,
  typeOf,
} from "waybill/plugin";
import { constant, hasEmptySuccess, operationOf, queryFunction, requestOf } from "./declarations.ts";
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
  const { send, signal, pageParam, moreErrors } = naming;
  const key = identifier(namesOf(operation).infiniteKey);
  const request = requestOf(operation, naming);
  const pageOf = generatedSymbol("pageOf", "client", "pages.gen.ts");
  const pageCall = call(pageOf, [identifier(send), operationOf(operation), pageParam, code`{ ${signal} }`]);
  const types = code`typeof ${key}, ${responseTypeOf(operation)}, ${pageTypeOf(operation, pagination)}`;
  return queryFunction(operation, naming, {
    name: namesOf(operation).infiniteOptions,
    returnType: code`${runtimeType("InfiniteOptions")}<${types}${moreErrors}>`,
    // Others are not sent again at all.
    wrapper: isSafe(operation) ? runtimeSymbol("retryingPages") : null,
    members: [
      code`queryKey: ${key}(${request})`,
      code`queryFn: ({ ${signal}, ${pageParam} }) => ${pageCall}.then(${storedBy(operation, pagination)})`,
      code`initialPageParam: { request: ${request} }`,
      code`getNextPageParam: ({ next }) => next`,
    ],
  });
}

/** Without the response, which cannot be stored. The body is not there twice where it is the list of items. */
function storedBy(operation: Operation, { items }: Pagination): Code {
  if (items.length === 0) return code`({ items, next }) => ({ items, next })`;
  const body = hasEmptySuccess(operation) ? code`"body" in response ? response.body : null` : code`response.body`;
  return code`({ items, next, response }) => ({ items, next, body: ${body} })`;
}

function pageTypeOf(operation: Operation, { items, item }: Pagination): Code {
  const types = code`${requestTypeOf(operation)}, ${typeOf(item)}`;
  return items.length === 0
    ? code`${runtimeType("QueryPage")}<${types}>`
    : code`${runtimeType("QueryPageWithBody")}<${types}, ${responseTypeOf(operation)}>`;
}

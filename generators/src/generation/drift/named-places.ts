// The names in generated code, each with its place in the description.
import type { Api } from "../../model/api.ts";
import { everyOperationOf } from "../../model/http.ts";
import type { Location } from "../../source/index.ts";

/** `listOrders`, `ListOrdersRequest`, `listOrdersSchemas`, `RateLimit-Limit`, `Order`, `OrderSchema`, `OrderCreated` ... */
export function namedPlacesOf(apis: readonly Api[]): ReadonlyMap<string, Location> {
  const places = new Map<string, Location>();
  const add = (at: Location, names: readonly string[]): void => {
    for (const name of names) if (!places.has(name)) places.set(name, at);
  };
  for (const { http, messaging, schemas } of apis) {
    for (const { at, id, name, typeName, responses } of everyOperationOf(http)) {
      add(at, [id, name, typeName, `${typeName}Request`, `${typeName}Response`, `${name}Schemas`, `${name}Route`]);
      for (const header of responses.flatMap(({ headers }) => headers)) add(header.at, [header.name]);
    }
    for (const { at, key, eventName, typeName } of messaging?.messages ?? []) {
      add(at, [key, eventName, typeName, `${typeName}Schema`]);
    }
    for (const { at, name } of schemas) add(at, [name, `${name}Schema`]);
  }
  return places;
}

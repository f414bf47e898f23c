// A message -> where its deliveries have an id, the same for every repeat: a signed header, or what `x-waybill-event-id` says.
import type { ApiContext } from "../target.ts";
import type { EventMessage } from "./event-messages.ts";

export interface IdPlace {
  readonly part: "payload" | "headers";
  /** A JSON pointer into the payload, or the name of a header. */
  readonly name: string;
}

const idField = "x-waybill-event-id";

/** `null`: nothing is the same for repeats but the payload itself. Reports a value that is no place. */
export function idPlaceOf(message: EventMessage, problem: ApiContext["problem"]): IdPlace | null {
  const stated = message.extensions[idField];
  if (stated !== undefined) {
    const place = typeof stated === "string" ? placeIn(stated) : placeOf(stated);
    if (place !== null) return place;
    problem({
      at: message.at,
      message: `${idField} of ${JSON.stringify(message.eventName)} must be a runtime expression, found ${JSON.stringify(stated)}`,
      hint: "for example $message.payload#/id, $message.header#/X-Delivery-Id; in OpenAPI $request.body#/id, $request.header.X-Delivery-Id",
    });
    return null;
  }
  return signedIdOf(message);
}

const expression =
  /^\$(?:(?:message\.payload|request\.body)#(?<pointer>(?:\/[^/]+)+)|message\.header#\/(?<key>[^/]+)|request\.header\.(?<header>[A-Za-z0-9!#$%&'*+.^_|~`-]+))$/;

function placeIn(text: string): IdPlace | null {
  const { pointer, key, header } = expression.exec(text)?.groups ?? {};
  if (pointer !== undefined) return { part: "payload", name: pointer };
  const name = header ?? key;
  return name === undefined ? null : { part: "headers", name: name.replaceAll("~1", "/").replaceAll("~0", "~") };
}

/** `{ in: body, path: data.id }`, `{ in: header, name: X-Delivery-Id }`: in the way of `x-waybill-signature`. */
function placeOf(stated: unknown): IdPlace | null {
  const { in: part, path, name }: { readonly [Field in "in" | "path" | "name"]?: unknown } = Object(stated);
  if (part === "header" && typeof name === "string") return { part: "headers", name };
  if (part !== "body" || typeof path !== "string" || path === "") return null;
  return { part: "payload", name: path.startsWith("/") ? path : `/${path.replaceAll(".", "/")}` };
}

/** A header that is signed, and that says by its name that it is an id, such as `webhook-id`. */
function signedIdOf({ signature }: EventMessage): IdPlace | null {
  const names = (signature?.scheme.content ?? []).flatMap((part) => ("header" in part ? [part.header] : []));
  const name = names.find((header) => /(?:^|-)id$/i.test(header));
  return name === undefined ? null : { part: "headers", name };
}

// A 400 -> its cause. The API distinguishes fields, resources and states only by messages, so messages are matched here.
import { ConflictStateError, errorOf, type FieldError, messageOf, NotFoundError, ValidationError } from "./errors.ts";
import type { ApiError, Exchange, Operation } from "./generated/client/index.gen.ts";

/** The error of an operation that can return a 400; only such operations bring this into a bundle. */
export function refusalOf(exchange: Exchange, operation: Operation): ApiError {
  if (exchange.status !== 400) return errorOf(exchange);
  const message = messageOf(exchange);
  const { errors }: { readonly errors?: unknown } = Object(exchange.body);
  if (Array.isArray(errors)) {
    const texts = errors.map(String);
    return new ValidationError([message, ...texts].join("; "), exchange, texts.map(fieldOf));
  }
  if (/not found/i.test(message)) return new NotFoundError(message, exchange);
  const fields = refusedFields(operation, message);
  return fields === null ? new ConflictStateError(message, exchange) : new ValidationError(message, exchange, fields);
}

/** `products.0.sku: Unknown SKU`, `shipTo.zip must be a string` */
function fieldOf(error: string): FieldError {
  const [, marked, dotted, rest] = /^(?:([^\s:]+): |([\w$]+(?:\.[\w$]+|\[\d+\])+) )(.*)$/s.exec(error) ?? [];
  const keys = (marked ?? dotted ?? "").split(/[.[\]]+/).filter((key) => key !== "");
  return { path: keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)), message: rest ?? error };
}

/** The fields that a refusal without `errors` is about; `null` when it is about the state of a resource. */
function refusedFields(
  { id, parameters, safe, requestBody }: Operation,
  message: string,
): readonly FieldError[] | null {
  if (message.startsWith("Webhook URL must")) return [{ path: ["url"], message }];
  if (safe) {
    const [, name = "", issue = ""] = /^(?:.*: )?(\S+) (.*)$/.exec(message) ?? [];
    return parameters.some((parameter) => parameter.name === name) ? [{ path: [name], message: issue }] : [];
  }
  if (/^(Malformed|Content-Type|Request) /.test(message)) return [];
  // What names one resource and says nothing else can only be refused for the state of it.
  return requestBody === undefined || id === "cancelOrder" || /already|not active/i.test(message) ? null : [];
}

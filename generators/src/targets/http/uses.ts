// A description -> which conventions of HTTP its operations use, so that only their code is generated.
import { everyOperationOf, type HttpApi, takesHeader } from "../../model/http.ts";
import { mediaTypesOf } from "./formats.ts";

/** Whether an operation is deprecated, or will be removed. */
export function hasDeprecations(api: HttpApi): boolean {
  return everyOperationOf(api).some(({ words, extensions }) => words.deprecated || "x-sunset" in extensions);
}

/** Whether a request has a condition, or a response the version that conditions name. */
export function hasVersions(api: HttpApi): boolean {
  return everyOperationOf(api).some(
    (operation) =>
      takesHeader(operation, "if-match") ||
      takesHeader(operation, "if-none-match") ||
      operation.responses.some(
        ({ status, headers }) =>
          headers.some(({ name }) => /^etag$/i.test(name)) ||
          (status.kind === "code" && [304, 412].includes(status.code)),
      ),
  );
}

/** Whether a response has links, such as to the next page. */
export function hasLinks(api: HttpApi): boolean {
  return everyOperationOf(api).some(({ responses }) =>
    responses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name))),
  );
}

/** Whether a request has a key by which repetitions are known. */
export function hasIdempotencyKeys(api: HttpApi): boolean {
  return everyOperationOf(api).some((operation) => takesHeader(operation, "idempotency-key"));
}

/** Whether a response is a stream of events. */
export function hasEvents(api: HttpApi): boolean {
  return mediaTypesOf(api).responses.some(({ body }) => body === "events");
}

// Signing secrets as they were shown -> the parts of a service that shows them where it must not.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { at, textAt } from "../values.ts";
import { responding } from "./responses.ts";

/** An operation, and what its response becomes. */
export interface Telling {
  readonly operation: string;
  readonly change: (body: unknown) => unknown;
}

/** `make` is given the secrets by subscription, each as it was shown when the subscription was created. */
export function rememberingSecrets(make: (secrets: ReadonlyMap<string, string>) => Telling): ServiceParts {
  const secrets = new Map<string, string>();
  const { operation, change } = make(secrets);
  return responding((response) => {
    if (response.status >= 400 || response.contentType !== "application/json" || response.body === "") return null;
    const body: unknown = JSON.parse(response.body);
    if (response.operationId === "createWebhook") secrets.set(textAt(body, "id"), String(at(body, "secret")));
    return response.operationId === operation ? { ...response, body: JSON.stringify(change(body)) } : null;
  });
}

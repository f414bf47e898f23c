// The handlers of /v1/auth: one response for every method.
import type { Api, Caller } from "./reply.ts";

type AuthHandlers = Pick<Api, Extract<keyof Api, `checkAuth${string}`>>;

export function createAuthHandlers(): AuthHandlers {
  return {
    checkAuth: accepted,
    checkAuthPut: accepted,
    checkAuthPost: accepted,
    checkAuthDelete: accepted,
    checkAuthOptions: accepted,
    checkAuthPatch: accepted,
    checkAuthTrace: accepted,
    checkAuthHead: () => ({ status: 200 }),
  };
}

function accepted(_: unknown, { accountId }: Caller) {
  return {
    status: 200,
    body: { account_id: accountId, message: "API key is valid" },
  } as const;
}

// The cache of queries and mutations, and what its errors lead to.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut, type PortalError } from "./failures.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Generated options fail with nothing else. */
    defaultError: PortalError;
  }
}

export function createQueries(onSignedOut: (queries: QueryClient) => void): QueryClient {
  const leave = (error: PortalError): void => {
    if (isSignedOut(error)) onSignedOut(queries);
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: leave }),
    mutationCache: new MutationCache({ onError: leave }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A described response does not change by asking again.
        retry: (failures, error) => failures < 2 && (error.code === "network" || error.code === "timeout"),
      },
      // Results may hold a key or a secret: nothing is kept once its page is left.
      // Without a network they fail at once: one that waited would be sent when no one expects it.
      mutations: { gcTime: 0, networkMode: "always" },
    },
  });
  return queries;
}

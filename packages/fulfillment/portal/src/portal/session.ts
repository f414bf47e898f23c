// The session that pages are rendered in.

import type { Session } from "@fulfillment/portal-api/types";
import { createContext, useContext } from "react";

export const SessionContext = createContext<Session | null>(null);

/** Throws outside of the pages of a member. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("no one is signed in here");
  return session;
}

export function useIsOwner(): boolean {
  return useSession().member.role === "OWNER";
}

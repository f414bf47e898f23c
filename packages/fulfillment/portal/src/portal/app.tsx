// Who is signed in -> the pages of the portal, or the page to sign in with.

import type { Session } from "@fulfillment/portal-api/types";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Activity, Suspense, useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { isSignedOut, messageOf, type PortalError } from "../api/failures.ts";
import { createQueries } from "../api/queries.ts";
import { send } from "../api/send.ts";
import { getSessionKey, getSessionOptions } from "../generated/tanstack-query/index.gen.ts";
import { Connection } from "../ui/connection.tsx";
import { forgetDrafts } from "../ui/draft.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { Notices } from "../ui/notices.tsx";
import { Alert, Empty, Skeleton } from "../ui/states.tsx";
import { WayBack } from "../ui/way-back.tsx";
import { Arrivals, Page } from "./page.tsx";
import { SessionContext } from "./session.ts";
import { Shell } from "./shell.tsx";

const SignIn = lazyPart(() => import("./pages/sign-in.tsx"));
const pages = [
  { path: "/orders", Content: lazyPart(() => import("./pages/orders.tsx")) },
  { path: "/orders/new", Content: lazyPart(() => import("./pages/new-order.tsx")) },
  { path: "/orders/:id", Content: lazyPart(() => import("./pages/order.tsx")) },
  { path: "/imports", Content: lazyPart(() => import("./pages/imports.tsx")) },
  { path: "/imports/new", Content: lazyPart(() => import("./pages/new-import.tsx")) },
  { path: "/imports/:id", Content: lazyPart(() => import("./pages/import.tsx")) },
  { path: "/campaigns", Content: lazyPart(() => import("./pages/campaigns.tsx")) },
  { path: "/invites", Content: lazyPart(() => import("./pages/invites.tsx")) },
  { path: "/webhooks", Content: lazyPart(() => import("./pages/webhooks.tsx")) },
  { path: "/webhooks/new", Content: lazyPart(() => import("./pages/new-webhook.tsx")) },
  { path: "/webhooks/:id", Content: lazyPart(() => import("./pages/webhook.tsx")) },
  { path: "/settings/keys", Content: lazyPart(() => import("./pages/keys.tsx")) },
  { path: "/settings/account", Content: lazyPart(() => import("./pages/account.tsx")) },
  { path: "/settings/members", Content: lazyPart(() => import("./pages/members.tsx")) },
] as const;

export function App() {
  const [queries] = useState(() =>
    createQueries((all) => {
      // It then fails with a 401 too, which shows the page to sign in with.
      if (all.getQueryState(getSessionKey({}))?.status === "success")
        void all.resetQueries({ queryKey: getSessionKey() });
    }),
  );
  return (
    <QueryClientProvider client={queries}>
      <Notices>
        <Arrivals>
          <WayBack>
            <Content />
          </WayBack>
        </Arrivals>
      </Notices>
    </QueryClientProvider>
  );
}

function Content() {
  // Another tab may have signed out, or signed in as someone else.
  const session = useQuery({ ...getSessionOptions(send), staleTime: 60_000, refetchOnWindowFocus: "always" });
  /** The latest session of the member who signed in first. */
  const [own, setOwn] = useState<Session | null>(null);
  const { data } = session;
  const isSomeoneElse = own !== null && data !== undefined && data.member.id !== own.member.id;
  if (data !== undefined && data !== own && !isSomeoneElse) setOwn(data);
  useEffect(() => {
    if (data !== undefined) forgetDrafts({ exceptOf: data.member.id });
    // With the page goes all that it holds of the former member.
    if (isSomeoneElse) window.location.reload();
  }, [data, isSomeoneElse]);
  const isOver = session.error !== null && isSignedOut(session.error);
  return (
    <>
      {own !== null && (
        // A session that cannot be asked about just now goes on. Once it is over, its pages wait for the member as they are.
        <Activity mode={isOver || isSomeoneElse ? "hidden" : "visible"}>
          <SessionContext value={own}>
            <SignedIn />
          </SessionContext>
        </Activity>
      )}
      {isOver && (
        <Suspense>
          <SignIn ended={own} />
        </Suspense>
      )}
      {own === null && !isOver && <NotYet error={session.error} onRetry={() => void session.refetch()} />}
    </>
  );
}

interface NotYetProps {
  readonly error: PortalError | null;
  readonly onRetry: () => void;
}

function NotYet({ error, onRetry }: NotYetProps) {
  return (
    <main className="alone">
      <Connection />
      {error === null ? (
        <Skeleton what="the portal" canRetry />
      ) : (
        <Alert>
          <p>{messageOf(error)}</p>
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        </Alert>
      )}
    </main>
  );
}

function SignedIn() {
  const [path] = useLocation();
  return (
    <Shell>
      <Suspense
        fallback={
          <div className="page">
            <Skeleton what="the page" />
          </div>
        }
        key={path}
      >
        <Switch>
          <Route path="/">
            <Redirect to="/orders" replace />
          </Route>
          <Route path="/sign-in">
            <Redirect to="/orders" replace />
          </Route>
          {pages.map(({ path: pattern, Content: Loaded }) => (
            <Route key={pattern} path={pattern}>
              {(params) => <Loaded id={"id" in params && typeof params.id === "string" ? params.id : ""} />}
            </Route>
          ))}
          <Route>
            <Page title="Page not found">
              <Empty icon="search" title="There is no page at this address">
                <p className="quiet">Check the address, or choose a page from the menu.</p>
              </Empty>
            </Page>
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  );
}

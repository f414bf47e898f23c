// The states of what is loaded: loading, failed, empty, there.
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFound, messageOf, type PortalError } from "../api/failures.ts";
import { useLongWait } from "./connection.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { say, sayAny } from "./words.ts";

export function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}

/** Nothing without an error. */
export function ErrorAlert({ error }: { readonly error: PortalError | null }) {
  return error === null ? null : (
    <Alert>
      <p>{messageOf(error)}</p>
    </Alert>
  );
}

export interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: PortalError | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What is loaded: "orders". */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** What is there is shown until a newer one is; a failure to renew it appears above. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error } = query;
  return (
    <>
      {error !== null && <Failure error={error} onRetry={query.refetch} isRetrying={query.isFetching} />}
      {data === undefined ? error === null && <Skeleton what={what} canRetry /> : children(data)}
    </>
  );
}

interface FailureProps {
  readonly error: PortalError;
  readonly onRetry: () => unknown;
  readonly isRetrying: boolean;
}

function Failure({ error, onRetry, isRetrying }: FailureProps) {
  return (
    <Alert>
      <p>{messageOf(error)}</p>
      {isNotFound(error) ? (
        <p>{say("Check the address of this page, or find what you are looking for in the list.")}</p>
      ) : (
        <button type="button" className="button quiet-button" aria-disabled={isRetrying} onClick={() => onRetry()}>
          {isRetrying ? say("Trying again…") : say("Try again")}
        </button>
      )}
    </Alert>
  );
}

interface SkeletonProps {
  readonly what: string;
  /** Whether it waits for a query. */
  readonly canRetry?: boolean;
}

export function Skeleton({ what, canRetry = false }: SkeletonProps) {
  const queries = useQueryClient();
  const isLong = useLongWait();
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{say("Loading {what}…", { what: sayAny(what) })}</span>
      {isLong && (
        <p className="slow">
          {say("This is taking longer than usual.")}{" "}
          {canRetry && (
            <button type="button" className="link" onClick={() => void askAgain(queries)}>
              {say("Try again")}
            </button>
          )}
        </p>
      )}
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** Of all that is awaited: to fetch again what has no data yet would wait for the same response. */
async function askAgain(queries: QueryClient): Promise<void> {
  const predicate = ({ state }: Query): boolean => state.data === undefined;
  await queries.cancelQueries({ predicate });
  await queries.refetchQueries({ type: "active", predicate });
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export type Tone = "plain" | "green" | "blue" | "amber" | "red";

export interface BadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

export function Badge({ tone, children }: BadgeProps) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

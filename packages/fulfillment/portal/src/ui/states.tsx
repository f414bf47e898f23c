// The states of what is loaded: loading, failed, empty, there.
import type { ReactNode } from "react";
import { isNotFound, messageOf, type PortalError } from "../api/failures.ts";
import { Icon, type IconName } from "./icon.tsx";

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
      {data === undefined ? error === null && <Skeleton what={what} /> : children(data)}
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
        <p>Check the address of this page, or find what you are looking for in the list.</p>
      ) : (
        <button type="button" className="button quiet-button" aria-disabled={isRetrying} onClick={() => onRetry()}>
          {isRetrying ? "Trying again…" : "Try again"}
        </button>
      )}
    </Alert>
  );
}

export function Skeleton({ what }: { readonly what: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading {what}…</span>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
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

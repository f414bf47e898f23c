// A question before something that cannot be undone.
import type { ReactNode } from "react";
import type { PortalError } from "../api/failures.ts";
import { Dialog } from "./dialog.tsx";
import { useSingle } from "./single.ts";
import { ErrorAlert } from "./states.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says, and while it is being done. */
  readonly action: string;
  readonly pending: string;
  readonly keep?: string;
  readonly tone?: "danger" | "primary";
  readonly mutation: { readonly error: PortalError | null; readonly isPending: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm({
  title,
  children,
  action,
  pending,
  keep = "Cancel",
  tone = "danger",
  mutation,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const single = useSingle(mutation);
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <div className="prose">{children}</div>
      <ErrorAlert error={mutation.error} />
      <div className="actions end">
        <button type="button" className="button" onClick={onClose}>
          {keep}
        </button>
        <button
          type="button"
          className={`button ${tone}`}
          aria-disabled={mutation.isPending}
          onClick={() => single(onConfirm)}
        >
          {mutation.isPending ? pending : action}
        </button>
      </div>
    </Dialog>
  );
}

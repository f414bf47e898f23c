// Why a query failed -> what to say about it, and a way to try again.
import { messageOf, type ShopError } from "./errors.ts";

interface FailureProps {
  readonly error: ShopError;
  readonly onRetry: () => void;
}

export function Failure({ error, onRetry }: FailureProps) {
  return (
    <div role="alert" className="failure">
      <p>{messageOf(error)}</p>
      <button type="button" className="quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

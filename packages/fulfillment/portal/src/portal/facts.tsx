// Facts with their names, in a `dl`.
import type { ReactNode } from "react";

interface FactProps {
  readonly name: string;
  /** Whether it needs the whole width, below its name. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/** Nothing for a fact without a value. */
export function Fact({ name, isLong = false, children }: FactProps) {
  if (children === null || children === undefined || children === false) return null;
  return (
    <div className={isLong ? "long" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

// What may be wider than its card: it scrolls by itself, also with the keyboard.
import type { ReactNode } from "react";

export function Scrolling({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll
    <section className="scrolling" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

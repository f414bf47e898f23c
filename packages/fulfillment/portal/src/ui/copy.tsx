// A button that copies a text, and a text that is shown once.
import { useState } from "react";
import { Icon } from "./icon.tsx";

interface CopyProps {
  readonly text: string;
  /** "Copy key": what a screen reader says of it. */
  readonly label: string;
  readonly isPrimary?: boolean;
}

export function CopyButton({ text, label, isPrimary = false }: CopyProps) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  const copy = async (): Promise<void> => {
    // Pages over plain HTTP have no clipboard, and people can forbid it.
    const done = await (navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? false);
    setState(done ? "copied" : "failed");
  };
  return (
    <>
      <button type="button" className={`button ${isPrimary ? "primary" : ""}`} onClick={() => void copy()}>
        <Icon name={state === "copied" ? "check" : "copy"} />
        {state === "copied" ? "Copied" : label}
      </button>
      <span role="status" className={state === "failed" ? "problem" : "unseen"}>
        {state === "copied" && "Copied to the clipboard"}
        {state === "failed" && "Select the text and copy it with the keyboard."}
      </span>
    </>
  );
}

/** The focus selects all of it. */
export function Secret({ value, label }: { readonly value: string; readonly label: string }) {
  // On the narrowest screens, in browsers that do not size fields by their content.
  const rows = Math.ceil(value.length / 28);
  return (
    <textarea
      className="secret"
      aria-label={label}
      readOnly
      rows={rows}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

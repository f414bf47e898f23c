// A form on a generated schema and a generated mutation: problems that either of them finds appear at their fields.
import {
  createContext,
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { fieldMessagesOf, messageOf, type PortalError } from "../api/failures.ts";
import { DraftContext } from "./draft.ts";
import { Fields } from "./fields.ts";
import { type Checking, problemsIn } from "./invalid.ts";
import { Alert } from "./states.tsx";
import { say } from "./words.ts";

export interface FormProps<Body, Data> {
  /** The generated schema of the body, or what loads it. Where it finds something, nothing is sent. */
  readonly schema: Checking | (() => Promise<Checking>);
  /** The body, of the form's controls. Each is named as its member, such as `shipTo.zip`. */
  readonly read: (fields: Fields) => Body;
  readonly send: (body: Body) => Promise<Data>;
  readonly onDone: (data: Data, form: HTMLFormElement) => void;
  /** Another text for an error that is about the whole form. */
  readonly explain?: (error: PortalError) => string;
  readonly label?: string;
  readonly children: ReactNode;
}

interface Failed {
  readonly fields: ReadonlyMap<string, string>;
  /** Problems without a control in the form. */
  readonly rest: readonly string[];
}

const FormState = createContext<{ readonly fields: ReadonlyMap<string, string>; readonly isPending: boolean }>({
  fields: new Map(),
  isPending: false,
});

const nothing: Failed = { fields: new Map(), rest: [] };

export function Form<Body, Data>({ schema, read, send, onDone, explain, label, children }: FormProps<Body, Data>) {
  const form = useRef<HTMLFormElement>(null);
  const [failed, setFailed] = useState(nothing);
  const [isPending, setPending] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const draft = useContext(DraftContext);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after an attempt, not while the problems are being solved
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid='true'], [role='alert']");
    first?.focus();
  }, [attempt]);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (isPending) return;
    const element = event.currentTarget;
    const body = read(new Fields(element));
    setPending(true);
    const problems = new Map([
      ...problemsIn(typeof schema === "function" ? await schema() : schema, body),
      ...refusedIn(element),
    ]);
    setFailed(placed(problems, element));
    if (problems.size > 0) {
      setPending(false);
      return setAttempt((count) => count + 1);
    }
    try {
      const data = await send(body);
      setPending(false);
      draft?.clear();
      onDone(data, element);
    } catch (error) {
      setPending(false);
      setFailed(failureOf(error, element, explain));
      setAttempt((count) => count + 1);
    }
  };
  const solve = (event: InputEvent<HTMLFormElement>): void => {
    draft?.save(event.currentTarget);
    const { target } = event;
    if (!(target instanceof HTMLElement) || failed === nothing) return;
    const name = target.getAttribute("name") ?? "";
    if (!failed.fields.has(name)) return;
    setFailed({ ...failed, fields: new Map([...failed.fields].filter(([path]) => path !== name)) });
  };
  return (
    <FormState value={{ fields: failed.fields, isPending }}>
      <form ref={form} className="form" noValidate aria-label={label} onSubmit={submit} onInput={solve}>
        {failed.rest.length > 0 && (
          <Alert>
            {failed.rest.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Alert>
        )}
        {children}
      </form>
    </FormState>
  );
}

/** What a schema accepts and a control does not: an empty text where it is required, a number below its least. */
function refusedIn(form: HTMLFormElement): (readonly [string, string])[] {
  const required = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("[required]");
  const empty = [...required].filter(({ value }) => value.trim() === "");
  const limited = form.querySelectorAll<HTMLInputElement>("input[min]");
  const low = [...limited].filter(({ validity }) => validity.rangeUnderflow);
  return [
    ...low.map(({ name, min }) => [name, `Must be ${min} or more`] as const),
    ...empty.map(({ name }) => [name, say("Required")] as const),
  ];
}

/** A problem of a member that has no control is one of the whole form. */
function placed(problems: ReadonlyMap<string, string>, form: HTMLFormElement): Failed {
  const fields = new Map<string, string>();
  const rest: string[] = [];
  for (const [path, text] of problems) {
    const name = [path, path.replace(/\.\d+$/, "")].find((one) =>
      form.querySelector(`[data-field="${CSS.escape(one)}"]`),
    );
    if (name === undefined) rest.push(path === "" ? text : `${path}: ${text}`);
    else fields.set(name, text);
  }
  return { fields, rest };
}

function failureOf(error: unknown, form: HTMLFormElement, explain: FormProps<unknown, unknown>["explain"]): Failed {
  if (!isPortalError(error)) throw error;
  const found = placed(fieldMessagesOf(error), form);
  const isElsewhere = found.fields.size === 0 && found.rest.length === 0;
  return isElsewhere ? { ...found, rest: [(explain ?? messageOf)(error)] } : found;
}

/** All that generated calls fail with has a code. */
function isPortalError(error: unknown): error is PortalError {
  return error instanceof Error && "code" in error;
}

/** The problem of a control, if it has one. */
export function useProblem(name: string): string | undefined {
  return useContext(FormState).fields.get(name);
}

interface SubmitProps {
  readonly children: ReactNode;
  readonly pending?: string;
  readonly tone?: "primary" | "danger";
}

export function Submit({ children, pending = "Saving…", tone = "primary" }: SubmitProps) {
  const { isPending } = useContext(FormState);
  return (
    <button type="submit" className={`button ${tone}`} aria-disabled={isPending}>
      {isPending ? pending : children}
    </button>
  );
}

// Controls of forms, each with its label, its hint and its problem.
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useInitial, useInitialCheck } from "./draft.ts";
import { useProblem } from "./form.tsx";
import { say } from "./words.ts";

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean | undefined;
  readonly className?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

function Field({
  name,
  label,
  hint,
  isOptional = false,
  className = "",
  children,
}: FieldProps & {
  readonly children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const problem = useProblem(name);
  const described = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className={`field ${className}`} data-field={name}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="quiet"> {say("(optional)")}</span>}
      </label>
      {children({
        id,
        name,
        required: !isOptional,
        "aria-invalid": problem !== undefined,
        "aria-describedby": described.join(" ") || undefined,
      })}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

type Rest<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentProps<Tag>,
  keyof ControlProps | keyof FieldProps | "value" | "onChange" | "defaultValue"
> & { readonly defaultValue?: string | number | undefined };

export function TextField(props: FieldProps & Rest<"input">) {
  const [field, { defaultValue = "", ...rest }] = separated(props);
  const initial = useInitial(field.name, String(defaultValue));
  return (
    <Field {...field}>
      {(control) => <input type="text" autoComplete="off" defaultValue={initial} {...rest} {...control} />}
    </Field>
  );
}

export function TextArea(props: FieldProps & Rest<"textarea">) {
  const [field, { defaultValue = "", ...rest }] = separated(props);
  const initial = useInitial(field.name, String(defaultValue));
  return <Field {...field}>{(control) => <textarea rows={4} defaultValue={initial} {...rest} {...control} />}</Field>;
}

/** The value may be of an option that is loaded later. */
export function SelectField(props: FieldProps & Rest<"select">) {
  const [field, { defaultValue = "", ...rest }] = separated(props);
  const [value, setValue] = useState(useInitial(field.name, String(defaultValue)));
  return (
    <Field {...field}>
      {(control) => (
        <select {...rest} {...control} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      )}
    </Field>
  );
}

/** What is around the control, and what it has itself. */
function separated<Props extends FieldProps>({ name, label, hint, isOptional, className, ...rest }: Props) {
  return [{ name, label, hint, isOptional, className }, rest] as const;
}

interface CheckboxProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly value?: string;
  readonly defaultChecked?: boolean;
}

export function Checkbox({ name, label, hint, value = "on", defaultChecked = false }: CheckboxProps) {
  const id = useId();
  const isInitiallyChecked = useInitialCheck(name, value, defaultChecked);
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isInitiallyChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface GroupProps {
  readonly legend: string;
  /** Where problems of the group as a whole appear. */
  readonly name?: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Group({ legend, name = "", hint, children, className = "" }: GroupProps) {
  const problem = useProblem(name);
  const id = useId();
  return (
    <fieldset
      className={`group ${className}`}
      {...(name === "" ? {} : { "data-field": name })}
      aria-describedby={problem === undefined ? undefined : id}
    >
      <legend>{legend}</legend>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {problem !== undefined && (
        <p id={id} className="problem" role="alert" tabIndex={-1}>
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}

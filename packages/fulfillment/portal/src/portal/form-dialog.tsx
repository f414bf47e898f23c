// A form over the page: what it asks for is sent, or it is closed without.
import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { Form, type FormProps, Submit } from "../ui/form.tsx";
import { Drafted } from "./drafted.tsx";

interface FormDialogProps<Body, Data> extends Omit<FormProps<Body, Data>, "label"> {
  readonly title: string;
  /** What the button says, and while the body is sent. */
  readonly action?: string;
  readonly pending?: string;
  /** The name of its draft, where it keeps what was typed. */
  readonly draft?: string;
  readonly onClose: () => void;
}

export function FormDialog<Body, Data>(props: FormDialogProps<Body, Data>) {
  const { title, action = "Save", pending = "Saving…", draft, onClose, children, ...form } = props;
  const content: ReactNode = (
    <Form {...form}>
      {children}
      <div className="actions end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <Submit pending={pending}>{action}</Submit>
      </div>
    </Form>
  );
  return (
    <Dialog title={title} onClose={onClose}>
      {draft === undefined ? content : <Drafted name={draft}>{content}</Drafted>}
    </Dialog>
  );
}

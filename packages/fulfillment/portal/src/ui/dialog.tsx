// Dialogs over the page, of React Aria: focus stays inside, Escape closes, the rest is hidden from screen readers.
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useWayBack } from "./way-back.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether it asks for a decision: a click beside it does not close it then. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, isAlert = false, children }: DialogProps) {
  useWayBack();
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isAlert}
      className="overlay"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="modal">
        <AriaDialog className="dialog" role={isAlert ? "alertdialog" : "dialog"}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

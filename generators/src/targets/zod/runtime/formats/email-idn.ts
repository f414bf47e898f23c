// Mailboxes of RFC 6531: those of RFC 5321, with letters of all scripts on both sides.
import { isEmail, isMailLabel, isQualified } from "./email.ts";
import { isUnicodeLabel } from "./idna.ts";

const mailNameOfAnyScript =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}-]+)*|"(?:[ !#-[\]-~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]|\\[ -~])*")$/u;

/** `실례@실례.테스트` */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || !mailNameOfAnyScript.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  if (domain.startsWith("[")) return isEmail(`a@${domain}`);
  return (
    isQualified(domain) &&
    domain.split(".").every((label) => isMailLabel(label) || isUnicodeLabel(label.normalize("NFC")))
  );
}

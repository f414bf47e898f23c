// The beginning of a text -> whether it is an HTML page, such as a login page that was downloaded in place of a document.

export function isHtmlPage(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html[\s>])/i.test(text.slice(0, 512));
}

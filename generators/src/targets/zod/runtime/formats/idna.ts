// Labels of internationalised names, by IDNA 2008 (RFC 5890 to 5893): which letters, in which company, in which direction.
import { punycodeDecode, punycodeEncode } from "./punycode.ts";

/** A label with letters beyond ASCII, in the form people read. */
export function isUnicodeLabel(label: string): boolean {
  // Every letter takes a digit of Punycode at least, and a label has 63 octets.
  if (label.length > 126 || !/[^\0-\x7f]/.test(label) || label.normalize("NFC") !== label) return false;
  if (/^-|-$|^..--|^\p{M}/u.test(label) || refused.test(label) || !isInCompany(label)) return false;
  return punycodeEncode(label).length <= 59;
}

/** `xn--` with the Punycode of such a label, and nothing else. */
export function isPunycodeLabel(label: string): boolean {
  const code = label.slice("xn--".length).toLowerCase();
  if (label.length > 63 || !/^xn--/i.test(label)) return false;
  const decoded = punycodeDecode(code);
  return decoded !== null && isUnicodeLabel(decoded) && punycodeEncode(decoded) === code;
}

/** RFC 5893: where one label is written from right to left, none may be read in two ways. */
export function isReadOneWay(labels: readonly string[]): boolean {
  const read = labels.map((label) =>
    /^xn--/i.test(label) ? (punycodeDecode(label.slice(4).toLowerCase()) ?? "") : label,
  );
  return !read.some((label) => rightToLeft.test(label) || arabicDigits.test(label)) || read.every(hasOneDirection);
}

// RFC 5892 takes what NFKC and case folding leave alone of letters, marks and digits, but for old Hangul and marks of music.
const refused =
  /(?![a-z0-9-]|[\u00b7\u00df\u0375\u03c2\u05f3\u05f4\u0660-\u0669\u06f0-\u06f9\u06fd\u06fe\u0f0b\u200c-\u200d\u3007\u30fb]|(?![\u0640\u07fa]|[\u302e-\u302f]|[\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]|[\u20d0-\u20ff]|[\u{1d100}-\u{1d1ff}\u{1d200}-\u{1d24f}])(?!\p{CWKCF})[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}])./su;

const companions: readonly (readonly [letter: RegExp, company: RegExp])[] = [
  [/\u00b7/g, /l\u00b7(?=l)/g],
  [/\u0375/g, /\u0375(?=\p{Script=Greek})/gu],
  [/[\u05f3\u05f4]/g, /(?<=\p{Script=Hebrew})[\u05f3\u05f4]/gu],
];

function isInCompany(label: string): boolean {
  if (companions.some(([letter, company]) => countOf(label, letter) !== countOf(label, company))) return false;
  if (label.includes("\u30fb") && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label)) return false;
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false;
  return [...label.matchAll(/[\u200c-\u200d]/g)].every(({ 0: joiner, index }) => {
    const before = label.slice(0, index);
    const last = [...before].at(-1) ?? "";
    return (
      isVirama(last) ||
      (joiner === "\u200c" && joiningLetters.after.test(before) && joiningLetters.before.test(label.slice(index + 1)))
    );
  });
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/** Canonical combining class 9, which shows in the order NFD gives a mark beside marks of classes 8 and 10. */
function isVirama(mark: string): boolean {
  if (!/^\p{M}$/u.test(mark)) return false;
  return `${mark}\u3099`.normalize("NFD") === `\u3099${mark}` && `\u05b0${mark}`.normalize("NFD") === `${mark}\u05b0`;
}

const cursive =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Mongolian}\\p{Script=Phags_Pa}\\p{Script=Manichaean}\\p{Script=Psalter_Pahlavi}\\p{Script=Hanifi_Rohingya}\\p{Script=Sogdian}\\p{Script=Old_Uyghur}\\p{Script=Chorasmian}\\p{Script=Adlam}";
const joinsNothing =
  "\\u0621\\u0674\\u06e5\\u06e6\\u06fd\\u06fe\\u07f4\\u07f5\\u0861\\u0866\\u0887\\u0897\\u08ad\\u08c9\\u1880-\\u1884\\ua873\\u{10ac6}\\u{10acb}\\u{10acc}\\u{10ae2}\\u{10ae3}\\u{10ec5}\\u{10ecb}-\\u{10ecf}\\u{10ef0}-\\u{10eff}\\u{10f45}\\u{10fb1}\\u{10fb7}\\u{10fc0}\\u{1e94b}";
const joinsRight =
  "\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef\\u0710\\u0715-\\u0719\\u071e\\u0728\\u072a\\u072c\\u072f\\u074d\\u0759-\\u075b\\u076b\\u076c\\u0771\\u0773\\u0774\\u0778\\u0779\\u0840\\u0846\\u0847\\u0849\\u0854\\u0856-\\u0858\\u0867\\u0869\\u086a\\u0870-\\u0882\\u088e\\u08aa-\\u08ac\\u08ae\\u08b1\\u08b2\\u08b9\\u{10ac5}\\u{10ac7}\\u{10ac9}\\u{10aca}\\u{10ace}-\\u{10ad2}\\u{10add}\\u{10ae1}\\u{10ae4}\\u{10b81}\\u{10b83}-\\u{10b85}\\u{10b89}\\u{10b8c}\\u{10b8e}\\u{10b8f}\\u{10b91}\\u{10d22}\\u{10ec2}\\u{10f33}\\u{10f74}\\u{10f75}\\u{10fb4}-\\u{10fb6}\\u{10fb9}\\u{10fba}\\u{10fbd}\\u{10fc2}\\u{10fc3}";
const joinsLeft = "\\ua872\\u{10acd}\\u{10ad7}\\u{10d00}";

/** Letters that join what follows them, and letters that join what precedes them. */
function joiningOf(): { readonly after: RegExp; readonly before: RegExp } {
  const joining = `(?![${joinsNothing}])(?=[${cursive}])\\p{L}`;
  return {
    after: new RegExp(`(?![${joinsRight}])${joining}\\p{Mn}*$`, "u"),
    before: new RegExp(`^\\p{Mn}*(?![${joinsLeft}])${joining}`, "u"),
  };
}

const joiningLetters: { readonly after: RegExp; readonly before: RegExp } = /* @__PURE__ */ joiningOf();

// Bidirectional classes R and AL: Unicode reserves these blocks for them. Digits, marks and hyphens are of other classes.
const rightToLeft =
  /(?!\p{M}|[\u0660-\u0669\u06f0-\u06f9\u{10d30}-\u{10d39}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRight =
  /(?![-\u00b7\u0375\u200c-\u200d\u30fb\u02b9\u02ba\u02c6-\u02cf\u02ec\u2e2f\ua67f\ua717-\ua71f\ua788]|[0-9\u0660-\u0669\u06f0-\u06f9\u{10d30}-\u{10d39}]|\p{M})[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Mc}/u;
const arabicDigits = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u;

function hasOneDirection(label: string): boolean {
  const [first = ""] = label;
  const trimmed = label.replace(/\p{Mn}+$/u, "");
  const last = [...trimmed].at(-1) ?? "";
  const hasArabicDigits = arabicDigits.test(label);
  if (rightToLeft.test(first)) {
    const endsWell = rightToLeft.test(last) || /[0-9\u0660-\u0669\u06f0-\u06f9\u{10d30}-\u{10d39}]/u.test(last);
    return endsWell && !leftToRight.test(label) && !(hasArabicDigits && /[0-9\u06f0-\u06f9]/.test(label));
  }
  const endsWell = leftToRight.test(last) || /[0-9\u06f0-\u06f9]/.test(last);
  return leftToRight.test(first) && endsWell && !rightToLeft.test(label) && !hasArabicDigits;
}

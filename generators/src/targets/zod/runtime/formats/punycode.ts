// Punycode (RFC 3492): letters of all scripts as those of ASCII.

/** Decodes the text after `xn--`; `null` when it is invalid. */
export function punycodeDecode(text: string): string | null {
  const delimiter = text.lastIndexOf("-");
  const output = [...text.slice(0, Math.max(0, delimiter))].map((letter) => letter.charCodeAt(0));
  let at = delimiter > 0 ? delimiter + 1 : 0;
  let [code, index, bias] = [128, 0, 72];
  while (at < text.length) {
    const before = index;
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(text[at] ?? "");
      at += 1;
      if (digit === null) return null;
      index += digit * weight;
      const threshold = thresholdOf(step, bias);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = output.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    index %= count;
    output.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

/** Encodes the text after `xn--`. */
export function punycodeEncode(text: string): string {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < 128);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let [code, delta, bias, handled] = [128, 0, 72, basic.length];
  while (handled < codes.length) {
    const least = codes.filter((each) => each >= code).reduce((a, b) => Math.min(a, b), 0x10ffff);
    delta += (least - code) * (handled + 1);
    code = least;
    for (const each of codes) {
      if (each < code) delta += 1;
      if (each !== code) continue;
      output += variableLength(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    code += 1;
  }
  return output;
}

function variableLength(value: number, bias: number): string {
  let rest = value;
  let text = "";
  for (let step = 36; ; step += 36) {
    const threshold = thresholdOf(step, bias);
    if (rest < threshold) return text + letterOf(rest);
    text += letterOf(threshold + ((rest - threshold) % (36 - threshold)));
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

/** `a` to `z`, then `0` to `9`. */
function letterOf(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
}

function digitOf(letter: string): number | null {
  if (/^[a-z]$/i.test(letter)) return letter.toLowerCase().charCodeAt(0) - 97;
  return /^\d$/.test(letter) ? letter.charCodeAt(0) - 22 : null;
}

function thresholdOf(step: number, bias: number): number {
  return Math.min(26, Math.max(1, step - bias));
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let step = 0;
  for (; rest > 455; step += 36) rest = Math.floor(rest / 35);
  return step + Math.floor((36 * rest) / (rest + 38));
}

// Multiples in decimal arithmetic: 0.07 is one of 0.01.

/** On the digits as they are written. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimalOf(value);
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  const common = Math.min(exponent, divisorExponent);
  const scaled = digits * powerOfTen(exponent - common);
  return scaled % (divisorDigits * powerOfTen(divisorExponent - common)) === BigInt(0);
}

/** A number as an integer times a power of ten: 0.07 is 7 and -2. */
function decimalOf(value: number): [bigint, number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [integerPart = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(integerPart + fraction), Number(exponent) - fraction.length];
}

/** Without `10n` and `**`, which compilers reject below targets ES2020 and ES2016. */
function powerOfTen(exponent: number): bigint {
  return BigInt(`1${"0".repeat(exponent)}`);
}

// Formats of RFC 3339: dates, times and durations. One expression says what can be said without arithmetic; the rest is asked of the
// few texts that it matters for.

const dateForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const dateTimeForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** `2025-11-03` */
export function isDate(text: string): boolean {
  return dateForm.test(text) && hasDay(text);
}

/** `14:02:47.120Z`, `23:59:60-08:00`: with an offset; a leap second ends a day in UTC. */
export function isTime(text: string): boolean {
  return timeForm.test(text) && (text[6] !== "6" || endsDay(text));
}

/** `2025-11-03T14:02:47.120Z` */
export function isDateTime(text: string): boolean {
  return dateTimeForm.test(text) && hasDay(text) && (text[17] !== "6" || endsDay(text.slice(11)));
}

/** The first 28 days are in every month. A part of a text would have to be made first; its characters are there. */
function hasDay(text: string): boolean {
  const day = 10 * text.charCodeAt(8) + text.charCodeAt(9) - 11 * 48;
  return day <= 28 || day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Of a time of the right form, whether its minute is the last of a day in UTC. */
function endsDay(text: string): boolean {
  const [, sign, offsetHour, offsetMinute] = /([+-])(\d{2}):(\d{2})$/.exec(text) ?? ["", "+", "0", "0"];
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  const minuteInUtc = Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) - offset;
  return (minuteInUtc + 2 * 1440) % 1440 === 1439;
}

/** `P3DT12H`, `P2W`: units without a gap between them. */
export function isDuration(text: string): boolean {
  return /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/.test(
    text,
  );
}

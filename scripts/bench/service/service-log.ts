// The log of service processes -> the lines that a healthy run does not have: failed deliveries, and everything worse.

const warn = 40;
/** The one warning that every run has: the receivers are on this machine. */
const expected = /--allow-private-webhook-targets/;

export class ServiceLog {
  readonly complaints: string[] = [];

  readonly add = (line: string): void => {
    if (levelOf(line) >= warn && !expected.test(line)) this.complaints.push(line);
  };
}

/** 0 for what is no line of the log: text that the command line prints, or half a line of a process that was killed. */
function levelOf(line: string): number {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === "object" && parsed !== null ? Number(Reflect.get(parsed, "level")) : 0;
  } catch {
    return 0;
  }
}

// A machine in another time zone: what a test runs here must not come out otherwise there.

/** What `act` gives where the machine's zone is `zone` (an IANA name). @throws Error where the platform does not take the zone: a check in UTC would tell nothing */
export function inZone<T>(zone: string, act: () => T): T {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== zone) throw new Error(`this process stays in ${timeZone}, whatever TZ says`);
    return act();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}

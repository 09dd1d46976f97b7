// Imported before the server's own code: Date is ahead of the machine's clock by CLOCK_AHEAD_MS.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const { now } = Date;

globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[]) =>
    Reflect.construct(target, given.length > 0 ? given : [now() + aheadMs]) as Date,
  get: (target, name) => (name === 'now' ? () => now() + aheadMs : (Reflect.get(target, name) as unknown)),
});

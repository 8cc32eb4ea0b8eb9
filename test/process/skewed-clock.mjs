// Is imported before the service: moves the clock of this process ahead by `SKEW_MS` milliseconds.
const AHEAD_MS = Number(process.env.SKEW_MS);
const { timeOrigin } = performance;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + AHEAD_MS] : parts));
  }

  static now() {
    return RealDate.now() + AHEAD_MS;
  }
};
Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + AHEAD_MS });

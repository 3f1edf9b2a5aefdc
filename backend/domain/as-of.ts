/** An event's position in the log, and the ISO time at which it happened. */
export interface Happening {
  position: bigint
  at: string
}

/**
 * Returns the last of these events, in log order, up to a time. Times are not monotonic across streams: the scan stops
 * before the first event that happened later, even if an earlier one follows it. All folds use this rule, so that they
 * agree on the moment.
 */
export const lastBy = <Event extends Happening>(events: readonly Event[], time: string): Event | undefined => {
  const until = Date.parse(time)
  const later = events.findIndex(({ at }) => Date.parse(at) > until)
  return later < 0 ? events.at(-1) : events[later - 1]
}

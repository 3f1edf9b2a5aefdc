/** An event's place in the log, and when it happened: an ISO time. */
export interface Happening {
  position: bigint
  at: string
}

/**
 * The last of these events, in the order of the log, by a time. Across streams the log is not in order of time: whoever follows it up to
 * then stops before the first that happened later, also where one behind that happened earlier. So it is the same for all that is folded.
 */
export const lastBy = <Event extends Happening>(events: readonly Event[], time: string): Event | undefined => {
  const until = Date.parse(time)
  const later = events.findIndex(({ at }) => Date.parse(at) > until)
  return later < 0 ? events.at(-1) : events[later - 1]
}

const day = 86_400

/** Days between the first attempt to collect a renewal and its retries; after the last one, the subscription is cancelled. */
const attemptsAfter = [1, 3, 5, 7]

/** Time of the next attempt to collect an invoice after `attempts` failures, the first at `firstAt`; null if there is none. */
export const nextAttempt = (attempts: number, firstAt: number): number | null => {
  const days = attemptsAfter[attempts - 1]
  return days === undefined ? null : firstAt + days * day
}

const hour = 3_600
/** Seconds before a webhook is sent again that was not accepted `attempts` times. */
export const deliveryPause = (attempts: number): number => Math.min(2 ** attempts, 4 * hour)
/** Seconds after which an undelivered event is given up. */
export const deliveredWithin = 3 * day

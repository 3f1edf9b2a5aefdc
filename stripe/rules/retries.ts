const day = 86_400

/** Days after the first failed attempt of a renewal that it is tried again; then the subscription is given up. */
const attemptsAfter = [1, 3, 5, 7]

/** When an invoice that failed `attempts` times, first at `firstAt`, is tried again; null: not any more. */
export const nextAttempt = (attempts: number, firstAt: number): number | null => {
  const days = attemptsAfter[attempts - 1]
  return days === undefined ? null : firstAt + days * day
}

const hour = 3_600
/** Seconds before a webhook is sent again that was not taken `attempts` times. */
export const deliveryPause = (attempts: number): number => Math.min(2 ** attempts, 4 * hour)
/** Seconds after which an event is not sent any more. */
export const deliveredWithin = 3 * day

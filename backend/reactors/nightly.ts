/** Hour (UTC) at which nightly rounds begin, or as soon afterwards as a worker runs. */
const hour = 3
const lookMs = 10 * 60_000

/** Begins a round for a day: every worker may call it, and the day makes it unique. */
export type Round = (day: string) => Promise<unknown>

interface Nightly {
  rounds: readonly Round[]
  /** Milliseconds since 1970, by the clock that all processes share. */
  now(): number
  warn(error: unknown): void
  /**
   * True if it checks at startup as well, rather than from the first interval on: startup is busy, so only cheap rounds
   * should.
   */
  atOnce: boolean
}

/** Begins the rounds of every night. Returns a function that stops it. */
export const nightly = ({ rounds, now, warn, atOnce }: Nightly) => {
  let under: Promise<unknown> = Promise.resolve()
  const look = () => {
    const date = new Date(now())
    if (date.getUTCHours() < hour) return
    const day = date.toISOString().slice(0, 10)
    under = Promise.all(rounds.map((begin) => begin(day).catch(warn)))
  }
  if (atOnce) look()
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await under
  }
}

/** The moment as the chart needs it. */
export interface Now {
  at: string
  position: string
  /** The entry that it is after, 0 before the first, of so many. */
  entry: number
  total: number
  balance: number
  held: number
  available: number
  /** The time as text. */
  words: string
}

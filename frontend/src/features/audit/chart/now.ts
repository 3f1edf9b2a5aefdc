/** The viewed moment, with the ledger's data at that moment. */
export interface Now {
  at: string
  position: string
  /** Number of the last entry up to the moment (0 before the first), of `total` entries. */
  entry: number
  total: number
  balance: number
  held: number
  available: number
  /** The time as text. */
  words: string
}

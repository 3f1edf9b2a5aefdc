import { useState } from 'react'
import { isNow, type Moment } from '../moment.ts'

/** The number of entries added since the user last viewed the current moment, or else since the account was opened. */
export const useUnseen = (total: number, moment: Moment): number => {
  const [seen, setSeen] = useState(total)
  if (isNow(moment) && seen !== total) setSeen(total)
  return Math.max(0, total - seen)
}

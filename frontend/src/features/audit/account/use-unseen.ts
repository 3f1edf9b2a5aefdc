import { useState } from 'react'
import { isNow, type Moment } from '../moment.ts'

/** How many entries came since somebody was at now last; where they never were, since they opened the account. */
export const useUnseen = (total: number, moment: Moment): number => {
  const [seen, setSeen] = useState(total)
  if (isNow(moment) && seen !== total) setSeen(total)
  return Math.max(0, total - seen)
}

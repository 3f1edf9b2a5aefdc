import { z } from 'zod'
import { WrongUsage } from '../platform/arguments.ts'

const Day = z.iso.date()
const Zoned = z.iso.datetime({ offset: true })
const Unzoned = z.iso.datetime({ local: true })

/**
 * Parses a typed time to ISO. A day is its first moment; without a zone it is UTC, as on the screens, whatever this
 * machine's zone is.
 */
export const timeOf = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined
  const isZoned = Day.safeParse(given).success || Zoned.safeParse(given).success
  if (!isZoned && !Unzoned.safeParse(given).success)
    throw new WrongUsage(`'${given}' is no time: 2026-11-19 is one, and 2026-11-19T21:51:03Z.`)
  return new Date(isZoned ? given : `${given}Z`).toISOString()
}

import { WrongUsage } from '../platform/arguments.ts'

/** A time as somebody typed it, as ISO; a day is its first moment, UTC. */
export const timeOf = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined
  const time = Date.parse(given)
  if (Number.isNaN(time)) throw new WrongUsage(`'${given}' is no time.`)
  return new Date(time).toISOString()
}

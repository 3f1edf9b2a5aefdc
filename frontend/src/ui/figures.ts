const number = new Intl.NumberFormat('en')

/** '1,200'. */
export const formatNumber = (value: number): string => number.format(value)

/** '3 folders', '1 folder', '2 people'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Formats a log position with thousands separators. */
export const grouped = (position: string): string => number.format(BigInt(position))

/** Formats a duration in its largest unit: '8 ms', '31 s', '4 min'. */
export const span = (ms: number): string => {
  if (ms < 1_000) return `${ms} ms`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.round(ms / 60_000)
  const hours = Math.round(ms / 3_600_000)
  if (seconds < 60) return `${seconds} s`
  if (minutes < 60) return `${minutes} min`
  return hours < 24 ? `${hours} h` : `${Math.round(ms / 86_400_000)} d`
}

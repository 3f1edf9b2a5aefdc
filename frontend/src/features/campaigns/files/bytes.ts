const units = ['B', 'kB', 'MB', 'GB']

/** A size for a person: '812 B', '1.4 MB'. */
export const bytes = (size: number): string => {
  const power = size < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3))
  const value = size / 1_000 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}

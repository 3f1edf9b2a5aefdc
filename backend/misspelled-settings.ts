import { settings } from './settings.ts'

/** Optimal string alignment: the number of inserted, deleted, replaced and exchanged neighbouring characters between two names. */
const editDistance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const [above = [], beforeAbove = []] = [rows.at(-1), rows.at(-2)]
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const costs = [
        (current[column - 1] ?? 0) + 1,
        (above[column] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      if (isExchanged) costs.push((beforeAbove[column - 2] ?? 0) + 1)
      current.push(Math.min(...costs))
    }
    rows.push(current)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

const withoutSeparators = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Short names differ from ordinary variables (`HOME`, `PATH`) by two characters, so they admit one edit only. */
const nearest = (name: string): string | undefined => {
  const written = withoutSeparators(name)
  const distances = Object.keys(settings).map((setting) => {
    const distance = editDistance(written, withoutSeparators(setting))
    return { setting, distance, isNear: distance <= (setting.length < 10 ? 1 : 2) }
  })
  return distances.filter(({ isNear }) => isNear).sort((one, other) => one.distance - other.distance)[0]?.setting
}

/**
 * Lists variables of the environment that resemble a setting without being one, a sentence each. `others` are names that
 * another file gives a meaning to, such as the keys of picture sources.
 */
export const misspelledSettings = (env: NodeJS.ProcessEnv, others: readonly string[]): string[] =>
  Object.keys(env)
    .filter((name) => !Object.hasOwn(settings, name) && !others.includes(name) && !name.startsWith('npm_'))
    .sort()
    .flatMap((name) => {
      const setting = nearest(name)
      return setting === undefined || env[setting]?.trim()
        ? []
        : [`${name} is no setting and does nothing. Is ${setting} meant?`]
    })

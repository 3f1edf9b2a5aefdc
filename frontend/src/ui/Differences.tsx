import type { Difference } from '#domain/audit-accounts.ts'
import classes from './differences.module.css'

interface Props {
  differences: readonly Difference[]
  labelOf?: (path: string) => string
  shownAs?: (value: unknown, path: string) => string
}

const asJson = (value: unknown) => (value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value))

/** The format of a value that was added or removed as a whole. */
const wholeAs = (value: unknown, format: 'json' | 'words') =>
  value !== null && typeof value === 'object' ? format : undefined

/** Lists changed values, before and after. */
export const Differences = ({ differences, labelOf = (path) => path, shownAs }: Props) => {
  if (differences.length === 0) return null
  const format = shownAs ? 'words' : 'json'
  const shown = shownAs ?? asJson
  return (
    <dl className={classes.differences}>
      {differences.map(({ path, before, after }) => (
        <div key={path}>
          <dt title={path}>{labelOf(path)}</dt>
          <dd dir="auto">
            <del data-whole={wholeAs(before, format)}>{shown(before, path)}</del>
            <span aria-hidden="true">→</span>
            <ins data-whole={wholeAs(after, format)}>{shown(after, path)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

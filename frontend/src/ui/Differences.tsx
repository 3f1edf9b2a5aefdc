import type { Difference } from '#domain/audit-accounts.ts'
import classes from './differences.module.css'

interface Props {
  differences: readonly Difference[]
  labelOf?: (path: string) => string
  shownAs?: (value: unknown, path: string) => string
}

const asJson = (value: unknown) => (value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value))

/** What came or went as a whole. */
const isWhole = (value: unknown) => value !== null && typeof value === 'object'

/** What became of what: each value before and after. */
export const Differences = ({ differences, labelOf = (path) => path, shownAs = asJson }: Props) =>
  differences.length === 0 ? null : (
    <dl className={classes.differences}>
      {differences.map(({ path, before, after }) => (
        <div key={path}>
          <dt title={path}>{labelOf(path)}</dt>
          <dd dir="auto">
            <del data-whole={isWhole(before) || undefined}>{shownAs(before, path)}</del>
            <span aria-hidden="true">→</span>
            <ins data-whole={isWhole(after) || undefined}>{shownAs(after, path)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )

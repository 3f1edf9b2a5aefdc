import type { Difference } from '#domain/audit-accounts.ts'
import classes from './changes.module.css'
import { pathOf, shownAs } from './words.ts'

/** What became of what: each value before and after. */
export const Changes = ({ changes }: { changes: readonly Difference[] }) =>
  changes.length === 0 ? null : (
    <dl className={classes.changes}>
      {changes.map(({ path, before, after }) => (
        <div key={path}>
          <dt title={path}>{pathOf(path)}</dt>
          <dd>
            <del>{shownAs(before)}</del>
            <span aria-hidden="true">→</span>
            <ins>{shownAs(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )

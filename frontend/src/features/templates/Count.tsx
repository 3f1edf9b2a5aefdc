import type { TemplateLimits } from '#projections/template-answers.ts'
import { openOverlay } from '../../app/overlay.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import classes from './templates.module.css'

const upgrade = () => openOverlay({ kind: 'upgrade', wanted: 'templates' })

/** How many templates are one's own, against what the plan keeps, and what of them is hidden. */
export const Count = ({ limits: { count, limit, canModify } }: { limits: TemplateLimits }) => {
  if (limit === null) return <p className={`${classes.count} num`}>{templatesOf(count)}</p>
  const isOver = count > limit
  return (
    <div className={classes.count} data-full={count >= limit && canModify ? true : undefined}>
      <p className="num">{canModify ? `${count} of ${limit} templates` : templatesOf(count)}</p>
      {canModify && <ThreadProgress value={Math.min(1, count / limit)} />}
      <p className={classes.plan}>
        {isOver ? (
          <button type="button" onClick={upgrade}>
            Upgrade to Pro to access all {count} templates
          </button>
        ) : (
          <>
            {canModify ? `Basic keeps ${limit}.` : 'Making your own needs the Basic plan.'}{' '}
            <button type="button" onClick={upgrade}>
              Upgrade to Pro
            </button>{' '}
            for unlimited templates.
          </>
        )}
      </p>
    </div>
  )
}

const templatesOf = (count: number) => `${count.toLocaleString('en')} template${count === 1 ? '' : 's'} of your own`

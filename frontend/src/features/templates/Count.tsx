import type { TemplateLimits, TemplateStats } from '#projections/template-answers.ts'
import { openOverlay } from '../../base/overlay.ts'
import { messageOf } from '../../base/problem.ts'
import { ago } from '../../ui/ago.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import classes from './templates.module.css'
import { usesOf } from './words.ts'

interface Props {
  limits: TemplateLimits
  stats: TemplateStats | undefined
  /** Undefined unless the statistics could not be loaded. */
  statsError: unknown
}

const upgrade = () => openOverlay({ kind: 'upgrade', wanted: 'templates' })

/** The number of the user's templates and the plan's limit, their usage, and hidden ones. */
export const Count = ({ limits: { count, limit, canModify }, stats, statsError }: Props) => {
  const usage = statsError
    ? messageOf(statsError, 'Failed to load user stats')
    : stats?.templates
      ? usedOf(stats)
      : null
  const used = usage && <p className={`${classes.used} num`}>{usage}</p>
  if (limit === null)
    return (
      <div className={classes.count}>
        <p className="num">{templatesOf(count)}</p>
        {used}
      </div>
    )
  const isOver = count > limit
  return (
    <div className={classes.count} data-full={count >= limit && canModify ? true : undefined}>
      <p className="num">{canModify ? `${count} of ${limit} templates` : templatesOf(count)}</p>
      {canModify && <ThreadProgress value={Math.min(1, count / limit)} />}
      {used}
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

const usedOf = ({ uses, lastUsedAt }: TemplateStats) =>
  `${usesOf(uses)} in all${lastUsedAt === null ? '' : ` · last ${ago(lastUsedAt)}`}`

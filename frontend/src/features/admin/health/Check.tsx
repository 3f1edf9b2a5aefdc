import { Button } from '@mantine/core'
import { checks } from '#domain/checks.ts'
import type { CheckRow } from '#projections/checks.ts'
import type { InstallationHealth } from '#projections/health-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useRunCheckMutation } from '../../../data/installation-health.ts'
import { Badge, type BadgeColour } from '../../../ui/Badge.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { formatNumber } from '../../../ui/figures.ts'
import { toast } from '../../../ui/toast.ts'
import adminClasses from '../admin.module.css'
import classes from './health.module.css'

/** Texts for administrators by finding code. */
const findingWords: Readonly<Record<string, string>> = {
  altered: 'An event does not say what it did when it was linked.',
  removed: 'An event that was linked is gone.',
  inserted: 'An event was never linked.',
  link: 'A link of the chain is gone or is not what it was.',
  head: 'A head was signed of another chain than this.',
  truncated: 'The log ends before the chain does: was it restored from an older copy?',
  not_kept: 'A signed head could not be put where it is kept.',
  differs: 'A row is not what the log makes of it.',
  not_compared: 'A view could not be compared.',
}

const statuses: Record<CheckRow['status'], { word: string; colour: BadgeColour }> = {
  running: { word: 'Running', colour: 'woad' },
  passed: { word: 'Passed', colour: 'lichen' },
  differs: { word: 'Differs', colour: 'madder' },
  failed: { word: 'Could not be told', colour: 'copper' },
}

/** One check: its last result and time, its findings, and a button to repeat it. */
export const Check = ({ name, last }: InstallationHealth['checks'][number]) => {
  const [run, { isLoading }] = useRunCheckMutation()
  const { title, says } = checks[name]
  const isRunning = last?.status === 'running'
  const act = isRunning ? 'Checking…' : 'Run now'
  const again = async () => {
    try {
      await run(name).unwrap()
    } catch (failed) {
      toast.error(messageOf(failed, 'Failed to begin'))
    }
  }
  return (
    <li className={classes.check}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {last && <Badge colour={statuses[last.status].colour}>{statuses[last.status].word}</Badge>}
        <Button
          variant="default"
          aria-label={`${act}: ${title}`}
          onClick={() => void again()}
          loading={isLoading}
          disabled={isRunning}
        >
          {act}
        </Button>
      </div>
      <p className={classes.says}>{says}</p>
      <p className={`${classes.when} num`}>{whenOf(last)}</p>
      {last && last.findings.length > 0 && <Findings {...last} />}
    </li>
  )
}

const whenOf = (last: CheckRow | null): string => {
  if (!last) return 'Not checked yet: tonight is the first time.'
  const origin = last.cause === 'asked' ? ', asked for' : ''
  if (last.endedAt === null) return `Begun ${dateTimeOf(last.beganAt)}${origin}`
  if (last.status === 'failed') return `${dateTimeOf(last.endedAt)}${origin}. The server’s log says why.`
  return `${dateTimeOf(last.endedAt)}${origin} · ${formatNumber(last.looked)} looked at, ${formatNumber(last.found)} found`
}

const Findings = ({ findings, found }: CheckRow) => (
  <ul className={classes.findings}>
    {findings.map(({ code, where, more }, index) => (
      <li key={index} className={classes.finding}>
        <span>{findingWords[code] ?? code}</span>
        <span className={adminClasses.mono}>{where.replace('@', ' revision ')}</span>
        {more !== null && <span className={classes.more}>{more}</span>}
      </li>
    ))}
    {found > findings.length && <li className={classes.more}>… and {formatNumber(found - findings.length)} more.</li>}
  </ul>
)

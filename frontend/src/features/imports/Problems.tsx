import { IconChevronRight } from '@tabler/icons-react'
import type { ImportPreview } from '#domain/import-answers.ts'
import classes from './imports.module.css'

type Problem = ImportPreview['problems'][number]
const labels = { left: 'Left out', changed: 'Changed', noted: 'Noted' } as const
/** More problems are grouped by their reason. */
const singly = 50
const namedOfGroup = 20

const Kind = ({ kind }: Pick<Problem, 'kind'>) => (
  <span className={classes.kind} data-kind={kind}>
    {labels[kind]}
  </span>
)

const One = ({ kind, path, reason }: Problem) => (
  <li className={classes.one}>
    <span>
      <b dir="auto">{path}</b>
      <span dir="auto">{reason}</span>
    </span>
    <Kind kind={kind} />
  </li>
)

/** Problems that differ in their paths and in the names that they quote. */
const Group = ({ reason, problems }: { reason: string; problems: readonly Problem[] }) => {
  const [first] = problems
  if (!first) return null
  if (problems.length === 1) return <One {...first} />
  const more = problems.length - namedOfGroup
  return (
    <li>
      <details>
        <summary>
          <IconChevronRight size={16} className={classes.opener} aria-hidden="true" />
          <span>
            <b className="num">{problems.length.toLocaleString('en')} ×</b> {reason}
          </span>
          <Kind kind={first.kind} />
        </summary>
        <ul className={classes.paths}>
          {problems.slice(0, namedOfGroup).map(({ path, reason: own }) => (
            <li key={`${path}${own}`} dir="auto">
              {path}
            </li>
          ))}
          {more > 0 && <li>{more.toLocaleString('en')} more</li>}
        </ul>
      </details>
    </li>
  )
}

/** What an import leaves out, changes, or notes, in this order. */
export const Problems = ({ problems, more }: { problems: readonly Problem[]; more: number }) => {
  const general = ({ reason }: Problem) => reason.replaceAll(/“[^”]*”/g, '“…”').replaceAll(/https?:\S+/g, '…')
  const groups = Map.groupBy(problems, (problem) => `${problem.kind} ${general(problem)}`)
  return (
    <ul className={classes.problems}>
      {problems.length <= singly
        ? problems.map((problem) => <One key={`${problem.path}${problem.reason}`} {...problem} />)
        : [...groups].map(([key, all]) => <Group key={key} reason={all.map(general)[0] ?? ''} problems={all} />)}
      {more > 0 && <li className={classes.more}>{more.toLocaleString('en')} more are not listed.</li>}
    </ul>
  )
}

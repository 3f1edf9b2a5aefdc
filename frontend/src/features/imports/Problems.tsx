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

const Group = ({ reason, problems }: { reason: string; problems: readonly Problem[] }) => {
  const [first] = problems
  if (!first) return null
  const more = problems.length - namedOfGroup
  return (
    <li>
      <details>
        <summary>
          <span>
            <b className="num">{problems.length.toLocaleString('en')}</b> {reason}
          </span>
          <Kind kind={first.kind} />
        </summary>
        <ul className={classes.paths}>
          {problems.slice(0, namedOfGroup).map(({ path }) => (
            <li key={path} dir="auto">
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
  const groups = Map.groupBy(problems, ({ kind, reason }) => `${kind}${reason.replaceAll(/“[^”]*”|https?:\S+/g, '…')}`)
  return (
    <ul className={classes.problems}>
      {problems.length <= singly
        ? problems.map(({ kind, path, reason }) => (
            <li key={`${path}${reason}`} className={classes.one}>
              <span>
                <b dir="auto">{path}</b>
                <span dir="auto">{reason}</span>
              </span>
              <Kind kind={kind} />
            </li>
          ))
        : [...groups].map(([key, all]) => (
            <Group
              key={key}
              reason={all.length > 1 ? key.replace(/^(?:left|changed|noted)/, '') : (all[0]?.reason ?? '')}
              problems={all}
            />
          ))}
      {more > 0 && <li className={classes.more}>{more.toLocaleString('en')} more are not listed.</li>}
    </ul>
  )
}

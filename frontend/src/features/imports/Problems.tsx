import { Button } from '@mantine/core'
import { IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportPreview } from '#domain/import-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { problemsFile, useLazyImportProblemsQuery } from '../../data/imports.ts'
import { formatNumber } from '../../ui/figures.ts'
import { toast } from '../../ui/toast.ts'
import classes from './imports.module.css'

type Problem = ImportPreview['problems'][number]
const labels = { left: 'Left out', changed: 'Changed', noted: 'Noted' } as const
/** Maximum number of problems that are listed singly: more are grouped by their reason. */
const singly = 50
const [namedOfGroup, namedAtOnce] = [20, 100]
/** The server's page size. */
const atOnce = 500

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

/** Problems with the same reason, which differ only in their paths and in the names that they quote. */
const Group = ({ reason, problems }: { reason: string; problems: readonly Problem[] }) => {
  const [most, setMost] = useState(namedOfGroup)
  const [first] = problems
  if (!first) return null
  if (problems.length === 1) return <One {...first} />
  const more = problems.length - most
  return (
    <li>
      <details>
        <summary>
          <IconChevronRight size={16} className={classes.opener} aria-hidden="true" />
          <span>
            <b className="num">{formatNumber(problems.length)} ×</b> {reason}
          </span>
          <Kind kind={first.kind} />
        </summary>
        <ul className={classes.paths}>
          {problems.slice(0, most).map(({ path, reason: own }) => (
            <li key={`${path}${own}`} dir="auto">
              {path}
              <Quoted reason={own} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={() => setMost(most + namedAtOnce)}>
                Show {formatNumber(Math.min(more, namedAtOnce))} More
              </Button>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

/** The name that a reason quotes, which distinguishes problems of one page. */
const Quoted = ({ reason }: Pick<Problem, 'reason'>) => {
  const [, name] = /“([^”]*)”/.exec(reason) ?? []
  return name === undefined ? null : <span className={classes.quoted}> “{name}”</span>
}

const general = ({ reason }: Problem) => reason.replaceAll(/“[^”]*”/g, '“…”').replaceAll(/https?:\S+/g, '…')

/** The problems of an import: items that it leaves out, changes or notes, in this order. */
export const Problems = ({ campaignId, preview }: { campaignId: string; preview: ImportPreview }) => {
  const { id: importId, problems: first, moreProblems } = preview
  const [added, setAdded] = useState<Problem[]>([])
  const [recorded, setRecorded] = useState<number>()
  const [load, { isFetching }] = useLazyImportProblemsQuery()
  const problems = [...first, ...added]
  const more = first.length + moreProblems - problems.length
  const loadMore = async () => {
    const { data, error } = await load({ campaignId, importId, from: problems.length }, true)
    if (!data) return toast.error(messageOf(error, 'The list could not be loaded. Please try again.'))
    setAdded([...added, ...data.problems])
    setRecorded(data.recorded)
  }
  if (problems.length === 0) return null
  const groups = Map.groupBy(problems, (problem) => `${problem.kind} ${general(problem)}`)
  const isWhole = recorded !== undefined && problems.length >= recorded
  return (
    <>
      <ul className={classes.problems}>
        {problems.length <= singly
          ? problems.map((problem) => <One key={`${problem.path}${problem.reason}`} {...problem} />)
          : [...groups].map(([key, all]) => <Group key={key} reason={all.map(general)[0] ?? ''} problems={all} />)}
        {more > 0 && isWhole && <li className={classes.more}>{formatNumber(more)} more are not listed.</li>}
      </ul>
      <div className={classes.list}>
        {more > 0 && !isWhole && (
          <Button size="compact-sm" loading={isFetching} onClick={() => void loadMore()}>
            Show {formatNumber(Math.min(more, atOnce))} More of {formatNumber(first.length + moreProblems)}
          </Button>
        )}
        <Button
          component="a"
          size="compact-sm"
          variant="subtle"
          href={problemsFile({ campaignId, importId })}
          download
          leftSection={<IconDownload size={15} />}
        >
          Download the List
        </Button>
      </div>
    </>
  )
}

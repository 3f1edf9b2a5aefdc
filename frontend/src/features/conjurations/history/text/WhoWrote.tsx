import { Button, Skeleton } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useTextAuthorsQuery } from '../../../../data/text-history.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../../ui/dates.ts'
import { colourNumber } from '../../../../ui/person-colour.ts'
import { dyeOf } from '../../../../writing/carets/dye.ts'
import { RichText } from '../../../../writing/reading/RichText.tsx'
import classes from '../history.module.css'
import { AroundVersion } from './AroundVersion.tsx'
import { authored, type Run, sharesOf } from './authored.ts'

interface Props {
  textId: string
  campaignId: string | null
  /** Counts changes of the text; each one refetches the authors. */
  heard: number
}

/** Derives the colour from the name, because writers who left the campaign have no number among its members. */
const dyed = (name: string) => ({ '--colour': dyeOf(colourNumber(name, 8)) }) as CSSProperties
const nameOf = ({ name }: Run) => name ?? 'Somebody'

/** `“five of them” Ines, 3 Nov 2026, 14:05` */
const Said = ({ run }: { run: Run }) => {
  const words = run.words.trim().replace(/\s+/g, ' ')
  return (
    <>
      <q dir="auto">{words.length > 60 ? `${words.slice(0, 58)}…` : words}</q> <b dir="auto">{nameOf(run)}</b>
      {run.at && <>, {dateTimeOf(run.at)}</>}
    </>
  )
}

/** Each author's share of the text. */
const Shares = ({ runs }: { runs: readonly Run[] }) => (
  <ul className={classes.shares} aria-label="Authors">
    {sharesOf(runs).map(({ name, share }) => (
      <li key={name} style={name ? dyed(name) : undefined}>
        <span dir="auto">{name || 'Not known to you'}</span> <span className="num">{Math.round(share * 100)} %</span>
      </li>
    ))}
  </ul>
)

/** Marks the words of a run with its author's colour. */
const useMark = (runs: readonly Run[], active: number | undefined) =>
  useCallback(
    (node: ReactNode, { run: number }: Record<string, unknown>) => {
      const run = runs[number as number]
      return run?.userId ? (
        <span
          className={classes.run}
          style={dyed(nameOf(run))}
          data-run={number}
          data-active={number === active || undefined}
        >
          {node}
        </span>
      ) : (
        node
      )
    },
    [runs, active],
  )

/** Returns the run that an arrow key selects; without an active run, the first or the last one. */
const runAfter = (known: readonly number[], active: number | undefined, step: number): number | undefined => {
  const at = active === undefined ? (step > 0 ? -1 : known.length) : known.indexOf(active)
  return known[Math.max(0, Math.min(known.length - 1, at + step))]
}

/** The current text with each word in its author's colour: hovering or arrow keys show the author and the time. */
export const WhoWrote = ({ textId, campaignId, heard }: Props) => {
  const { data, isError, refetch } = useTextAuthorsQuery(textId)
  const [active, setActive] = useState<number>()
  useEffect(() => {
    if (heard > 0) void refetch()
  }, [heard, refetch])
  const { ops, runs } = useMemo(() => authored(data?.ops ?? [], data?.authors ?? []), [data])
  const known = useMemo(
    () => runs.flatMap(({ userId, words }, n) => (userId && words.trim() !== '' ? [n] : [])),
    [runs],
  )
  // After a change of the text, the same number belongs to another run.
  useEffect(() => setActive(undefined), [runs])
  const mark = useMark(runs, active)
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || known.length === 0) return
    event.preventDefault()
    const next = runAfter(known, active, step)
    setActive(next)
    event.currentTarget.querySelector(`[data-run="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  if (!data)
    return isError ? (
      <div className={classes.panel} role="alert">
        <p>Who wrote this could not be loaded.</p>
        <Button onClick={() => void refetch()}>Retry</Button>
      </div>
    ) : (
      <Delayed>
        <Skeleton height={120} mt={14} />
      </Delayed>
    )
  const said = active === undefined ? undefined : runs[active]
  return (
    <div className={classes.panel}>
      <Shares runs={runs} />
      <p className={classes.said} role="status">
        {said ? <Said run={said} /> : known.length > 0 ? 'Point at words to see who wrote them and when.' : ''}
      </p>
      <section
        aria-label="The text by its authors; arrow keys go from one to the next"
        className={classes.version}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys walk in it, so it takes the focus
        tabIndex={0}
        onKeyDown={walk}
        onPointerOver={({ target }) => {
          const at = (target as Element).closest('[data-run]')?.getAttribute('data-run')
          setActive(at ? Number(at) : undefined)
        }}
      >
        <AroundVersion campaignId={campaignId} names={data.names} mark={mark}>
          <RichText ops={ops} />
        </AroundVersion>
      </section>
    </div>
  )
}

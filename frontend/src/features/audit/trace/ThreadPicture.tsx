import { IconCheck, IconClock, IconDots, IconPhoto, IconTypography, IconX } from '@tabler/icons-react'
import type { TraceAnswer } from '#domain/ledger-answers.ts'
import { count, creditsOf } from '../amounts.ts'
import type { Now } from '../chart/now.ts'
import type { Go } from '../use-moment.ts'
import { dayOf, timeOf } from '../utc.ts'
import { sourceOf } from './sources.ts'
import { type End, type Loom, size } from './threads.ts'
import classes from './trace.module.css'

interface Props {
  loom: Loom
  trace: TraceAnswer
  now: Now
  go: Go
}

const endWords: Record<End['state'], string> = {
  captured: 'captured',
  released: 'released',
  held: 'held',
  later: 'not held yet',
}

/** Grants at the left, holds in the middle, results at the right; released credits lead back. */
export const ThreadPicture = ({ loom, trace, now, go }: Props) => {
  const { box, ends, grants, strands, height } = loom
  const released = ends.filter(({ state }) => state === 'released')
  const back = released.reduce((sum, { credits }) => sum + credits, 0)
  const last = ends.findLast(({ state }) => state === 'released')
  const held = ends.filter(({ state }) => state !== 'later').reduce((sum, { credits }) => sum + credits, 0)
  const only = grants.length === 1 ? grants[0] : undefined
  if (grants.length === 0) return <Unspent trace={trace} />
  return (
    <div className={classes.picture} style={{ height }}>
      <svg width={size.width} height={height} viewBox={`0 0 ${size.width} ${height}`} aria-hidden="true">
        <g fill="none" strokeWidth="1.25">
          {strands.map(({ id, into, out, state }) => (
            <g key={id} className={classes.strand} data-state={state}>
              <path d={into} />
              <path d={out} />
            </g>
          ))}
          {last && (
            <g className={classes.back}>
              <path
                d={`M285 ${last.y + size.square + 2}V${height - 20}c0 8 -6 12 -14 12H70c-8 0 -12 -5 -12 -12V${(grants.at(-1)?.y ?? 0) + 42}`}
              />
              <path d={`M53.5 ${(grants.at(-1)?.y ?? 0) + 46}l4.5 -5l4.5 5`} />
            </g>
          )}
        </g>
        <rect
          className={classes.box}
          x={size.box}
          y={box.y}
          width={size.boxEnd - size.box}
          height={box.height}
          rx={4}
        />
        <text className={classes.boxText} x={195} y={box.y + box.height / 2 - 3} textAnchor="middle">
          <tspan fontWeight={600}>{count(held)}</tspan>
          <tspan x={195} dy={16}>
            held
          </tspan>
        </text>
        {last && (
          <text className={classes.backText} x={76} y={height - 14}>
            {creditsOf(back)} back{only ? ` to ${sourceOf(only.grant.source)}` : ''}
          </text>
        )}
      </svg>
      <ul className={classes.grants}>
        {grants.map(({ grant, credits, y }) => (
          <li key={grant.grantId} style={{ top: y - 26 }}>
            <button type="button" onClick={() => go({ position: grant.entry.position })}>
              <b className="num">{creditsOf(credits)}</b>
              <span dir="auto">{grant.source === 'pack' ? grant.entry.for : sourceOf(grant.source)}</span>
              <span className="num">
                {dayOf(grant.entry.at)}, +{count(grant.granted)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ul className={classes.ends}>
        {ends.map((end) => (
          <EndRow key={end.id} end={end} now={now} go={go} />
        ))}
      </ul>
    </div>
  )
}

const EndRow = ({ end, now, go }: { end: End; now: Now; go: Go }) => {
  const { hold, credits, count: holds, state, y } = end
  const isOver = state === 'captured' || state === 'released'
  const at = hold && (isOver ? hold.outcome?.entry : hold.entry)
  const label = hold ? hold.entry.for : `${count(holds)} others`
  return (
    <li data-state={state} style={{ top: y }} title={label}>
      <button
        type="button"
        disabled={!at}
        onClick={() => at && at.position !== now.position && go({ position: at.position })}
      >
        <span className={classes.square}>
          <EndIcon end={end} />
        </span>
        <span>
          <b className="num">{hold ? `${count(credits)} ${endWords[state]}` : creditsOf(credits)}</b>
          <span className="num">{at ? timeOf(at.at) : label}</span>
        </span>
      </button>
    </li>
  )
}

/** An icon by kind of purchase: the image itself may be hidden from auditors. */
const EndIcon = ({ end: { hold, state } }: { end: End }) => {
  if (!hold) return <IconDots size={18} aria-hidden="true" />
  if (state === 'released') return <IconX size={18} aria-hidden="true" />
  if (state !== 'captured') return <IconClock size={18} aria-hidden="true" />
  if (/image|map|edit|picture|token/.test(hold.work.kind)) return <IconPhoto size={18} aria-hidden="true" />
  if (/text|writ|generat|segment/.test(hold.work.kind)) return <IconTypography size={18} aria-hidden="true" />
  return <IconCheck size={18} aria-hidden="true" />
}

/** A grant of which nothing was held: where it all is still. */
const Unspent = ({ trace: { grants } }: { trace: TraceAnswer }) => (
  <ul className={classes.unspent}>
    {grants.map(({ grantId, entry, source, left, taken, settled, removed }) => (
      <li key={grantId}>
        <b dir="auto">{entry.for || sourceOf(source)}</b>
        <span className="num">
          {creditsOf(left)} left{taken > 0 && `, ${count(taken)} taken back`}
          {settled > 0 && `, ${count(settled)} paid off owed credits`}
          {removed > 0 && `, ${count(removed)} removed`}
        </span>
      </li>
    ))}
  </ul>
)

import { IconArrowBackUp, IconCheck, IconClock, IconDots, IconPhoto, IconTypography, IconX } from '@tabler/icons-react'
import type { TraceAnswer, TracedGrant, TracedTakeBack } from '#domain/ledger-answers.ts'
import { LayeredGraph } from '../../../ui/LayeredGraph.tsx'
import { count, creditsOf } from '../amounts.ts'
import type { Now } from '../chart/now.ts'
import type { Go } from '../use-moment.ts'
import { dayOf, stampOf, timeOf } from '../utc.ts'
import { sourceOf } from './sources.ts'
import classes from './trace.module.css'
import type { DrawnHold, TraceGraph as Graph, HoldState, TraceNode, TraceWords } from './trace-graph.ts'

const spacing = { layerGap: 40, nodeGap: 8, aspectRatio: 0.8 }

const endWords: Record<HoldState, string> = {
  captured: 'captured',
  released: 'released',
  held: 'held',
  later: 'not held yet',
}

const grantName = ({ source, entry }: TracedGrant) => (source === 'pack' ? entry.for : '') || sourceOf(source)

/** The entry that ended a hold, or the one that began it while it is open. */
const entryOf = ({ hold, state }: DrawnHold) =>
  state === 'captured' || state === 'released' ? hold?.outcome?.entry : hold?.entry

const purposeOf = ({ hold, count: holds }: DrawnHold) => (hold ? hold.entry.for : `${count(holds)} others`)

/** Credits reclaimed by a refund or a dispute, as one sentence. */
const takeBackText = ({ cause, entries: [first], taken, owed, givenBack }: TracedTakeBack): string =>
  [
    `${creditsOf(taken)} taken back after a ${cause}`,
    owed > 0 ? `, ${creditsOf(owed)} owed because they were spent` : '',
    first ? `, ${stampOf(first.at)}` : '',
    givenBack ? `; ${creditsOf(givenBack.credits)} given back, ${stampOf(givenBack.entry.at)}` : '',
  ].join('')

export const traceWords: TraceWords = {
  grant: (grant, credits) => `${creditsOf(credits)} of ${grantName(grant)}`,
  hold: (drawn) => `${creditsOf(drawn.credits)} held for ${purposeOf(drawn)}`,
  end: (drawn) => `${creditsOf(drawn.credits)} ${endWords[drawn.state]}: ${purposeOf(drawn)}`,
  takeBack: takeBackText,
}

interface Props {
  graph: Graph
  trace: TraceAnswer
  now: Now
  go: Go
}

/** Grants at the left, holds in the middle, results and take-backs at the right; each node leads to its moment. */
export const TraceGraph = ({ graph: { nodes, links }, trace, now, go }: Props) => {
  if (nodes.length === 0) return <Unspent trace={trace} />
  const released = nodes.flatMap((node) =>
    node.kind === 'end' && node.drawn.state === 'released' ? node.drawn.credits : [],
  )
  const back = released.reduce((sum, credits) => sum + credits, 0)
  return (
    <div className={classes.graph}>
      <LayeredGraph
        label="Credits from their grants to their uses"
        nodes={nodes}
        links={links}
        words={{ before: 'From', after: 'To' }}
        spacing={spacing}
        isBare
        draw={(node) => <NodeContent node={node} />}
        onPick={(node) => {
          const position = positionOf(node)
          if (position !== undefined && position !== now.position) go({ position })
        }}
      />
      {back > 0 && <p className={classes.backText}>{creditsOf(back)} went back to where they came from</p>}
    </div>
  )
}

const positionOf = (node: TraceNode): string | undefined => {
  if (node.kind === 'grant') return node.grant.entry.position
  if (node.kind === 'take-back') return node.takeBack.entries[0]?.position
  return (node.kind === 'hold' ? node.drawn.hold?.entry : entryOf(node.drawn))?.position
}

const NodeContent = ({ node }: { node: TraceNode }) => {
  if (node.kind === 'grant') return <GrantContent {...node} />
  if (node.kind === 'take-back') return <TakeBackContent {...node} />
  const { drawn } = node
  if (node.kind === 'hold')
    return (
      <span className={classes.held} data-state={drawn.state}>
        <b className="num">{count(drawn.credits)}</b> held
      </span>
    )
  const at = entryOf(drawn)?.at
  return (
    <span className={classes.end} data-state={drawn.state}>
      <span className={classes.square}>
        <EndIcon end={drawn} />
      </span>
      <span>
        <b className="num">
          {drawn.hold ? `${count(drawn.credits)} ${endWords[drawn.state]}` : creditsOf(drawn.credits)}
        </b>{' '}
        <span className="num">{at === undefined ? `${count(drawn.count)} others` : timeOf(at)}</span>
      </span>
    </span>
  )
}

const GrantContent = ({ grant, credits }: { grant: TracedGrant; credits: number }) => (
  <span className={classes.grant}>
    <b className="num">{creditsOf(credits)}</b> <span dir="auto">{grantName(grant)}</span>{' '}
    <span className="num">
      {dayOf(grant.entry.at)}, +{count(grant.granted)}
    </span>
  </span>
)

const TakeBackContent = ({ takeBack, isLater }: { takeBack: TracedTakeBack; isLater: boolean }) => (
  <span className={classes.end} data-state={isLater ? 'later' : 'taken'}>
    <span className={classes.square}>
      <IconArrowBackUp size={18} aria-hidden="true" />
    </span>
    <span>
      <b className="num">{count(takeBack.taken)} taken back</b> <span>after a {takeBack.cause}</span>{' '}
      {takeBack.owed > 0 && <span className="num">{count(takeBack.owed)} owed</span>}
      {takeBack.owed === 0 && takeBack.givenBack && (
        <span className="num">{count(takeBack.givenBack.credits)} given back</span>
      )}
    </span>
  </span>
)

/** Icon for the kind of work that the credits paid for. The work's result itself may be hidden from auditors. */
const EndIcon = ({ end: { hold, state } }: { end: DrawnHold }) => {
  if (!hold) return <IconDots size={18} aria-hidden="true" />
  if (state === 'released') return <IconX size={18} aria-hidden="true" />
  if (state !== 'captured') return <IconClock size={18} aria-hidden="true" />
  if (/image|map|edit|picture|token/.test(hold.work.kind)) return <IconPhoto size={18} aria-hidden="true" />
  if (/text|writ|generat|segment/.test(hold.work.kind)) return <IconTypography size={18} aria-hidden="true" />
  return <IconCheck size={18} aria-hidden="true" />
}

/** Grants of which nothing was held: the credits that are left, or were taken back, removed or used for owed credits. */
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

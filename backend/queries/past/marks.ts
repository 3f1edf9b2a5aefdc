import { channelsFor, type Viewer } from '#domain/access.ts'
import { type Period, periodsOf } from '#domain/campaign-past.ts'
import { campaigns } from '#domain/campaigns.ts'
import { stateOf } from '#domain/decider.ts'
import { viewerAs } from '#domain/rights.ts'
import type { PastMarks } from '#projections/past-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { asHappened, eventsUntil, type Reads } from './state-at.ts'

/** Reads the user's periods of membership in a campaign from its stream, and the time at which the first begins. */
export async function belonging(store: Reads, campaignId: string, userId: string, until: bigint) {
  let state = campaigns.initial
  const steps: { position: bigint; state: typeof state; at: string }[] = []
  for await (const events of eventsUntil(store, `${campaigns.category}-${campaignId}`, until))
    for (const event of events) {
      const happened = asHappened(event)
      state = stateOf({ ...campaigns, initial: state }, [happened])
      steps.push({ position: event.position, state, at: happened.metadata.at })
    }
  const periods = periodsOf(steps, userId)
  return { periods, from: steps.find(({ position }) => position === periods[0]?.from)?.at }
}

const hours = 60 * 60 * 1000
/** Returns the finest unit for which a timeline needs no more than some hundred marks. */
export const unitOf = (from: string, until: string): PastMarks['unit'] => {
  const span = Date.parse(until) - Date.parse(from)
  if (span > 10 * 24 * hours) return 'day'
  return span > 10 * hours ? 'hour' : 'minute'
}

interface MarksQuery {
  campaignId: string
  periods: readonly Period[]
  unit: PastMarks['unit']
  /** Minutes by which the reader's clock is ahead of UTC. */
  offset: number
}

/** Maximum number of marks: the days of some ten years. */
const most = 4_000

/** Number of events visible to the viewer in a campaign, by time. */
export const marksOf = (read: Read, viewer: Viewer, { campaignId, periods, unit, offset }: MarksQuery) => {
  const here = channelsFor(viewerAs(viewer.userId, campaignId, viewer.roles[campaignId]))
  return read<PastMarks['data'][number]>(
    `select (date_trunc(@unit, f.at at time zone 'UTC' + make_interval(mins => @offset::int)) - make_interval(mins => @offset::int))
         at time zone 'UTC' as at, count(*)::int as count
       from feed f where f.channels && @channels and f.seq = 0 and exists (
         select from unnest(@from::bigint[], @until::bigint[]) m(since, until)
          where f.position >= m.since and (m.until is null or f.position < m.until))
      group by 1 order by 1 desc limit ${most}`,
    {
      channels: here.filter((channel) => channel.includes(campaignId)),
      from: periods.map(({ from }) => String(from)),
      until: periods.map(({ until }) => until && String(until)),
      unit,
      offset,
    },
  )
}

import type pg from 'pg'
import type { AccessRow } from '#domain/access-row.ts'
import type { AnyReactor } from '../reactors/reactor.ts'
import { announcementOf, announcements } from './announcement.ts'
import { apply, applyUntilFailure, statementsFor, ViewFailure } from './apply.ts'
import { type AccessReader, type Audience, audiences, type Items, itemOf } from './audience.ts'
import { type MemberRow, membersView } from './campaigns.ts'
import { type Crowds, crowdOf, partsOf } from './crowds.ts'
import { feedOf } from './feed.ts'
import { addJobs, type Job, jobsOf } from './jobs.ts'
import { auditedEvents, chainEnd, linking } from './links.ts'
import { pipelined } from './pipeline.ts'
import { prepared } from './prepared.ts'
import { rowReader } from './row-reader.ts'
import { type Statement, statementsOf } from './statements.ts'
import { type Stored, toJsonb } from './stored.ts'
import type { AnyView, Change } from './view.ts'

export interface Projection {
  views: readonly AnyView[]
  /** The view among `views` that decides visibility. */
  access: AnyView<AccessRow>
  items: Items
  crowds: Crowds
  /** True for projections into tables that users do not read: no client is notified. */
  apart?: boolean
  reactors: readonly AnyReactor[]
}

export interface EventBatch {
  events: readonly Stored[]
  /** Log positions before and after the batch; the latter may lie beyond its last event. */
  from: bigint
  to: bigint
  /** Number of other programs' events in between, which `events` omits. */
  foreign?: number
}

/** A stopped view, and the event at which it stopped. */
export interface Stop {
  view: string
  position: bigint
  error: string
}

/** Reads the stopped views once this process holds the checkpoint. */
type StoppedNow = () => Promise<ReadonlySet<string>>

/** Another process moved the checkpoint: this process has lost its role as the projector. */
export class Fenced extends Error {}

/**
 * Projects a batch of the log into the database: rows, feed, jobs and checkpoint in one transaction, so that each event
 * takes effect exactly once despite interruptions. A failing view is stopped and the others continue; returns the views
 * stopped by this batch.
 */
export const project = async (
  client: pg.Client,
  projection: Projection,
  batch: EventBatch,
  stoppedNow: StoppedNow,
): Promise<Stop[]> => {
  const stops: Stop[] = []
  for (const part of partsOf(batch, projection.crowds)) {
    const stopped = await transact(client, projection, part, stoppedNow, false).catch((error: unknown) => {
      if (!(error instanceof ViewFailure)) throw error
      return transact(client, projection, part, stoppedNow, true)
    })
    stops.push(...stopped)
  }
  return stops
}

const transact = async (
  client: pg.Client,
  { views, access, items, crowds, reactors, apart = false }: Projection,
  { events, from, to, foreign = 0 }: EventBatch,
  stoppedNow: StoppedNow,
  carefully: boolean,
): Promise<Stop[]> => {
  const envelopes = events.map(({ event }) => event)
  const plan = planning(events)
  const toLink = apart ? [] : auditedEvents(events.map(({ recorded }) => recorded))
  try {
    const [, moved, seen, crowd, stopped, end] = await pipelined(client, () => [
      client.query('begin'),
      client.query(
        prepared({ text: move, values: [from, to, events.at(-1)?.position, events.at(-1)?.event.id, foreign] }),
      ),
      // Precedes the views, since audiences need the rows from before the batch.
      audiences(access, envelopes, items, accessReader(client, access, plan)),
      crowdOf(client, crowds, events, access.table),
      stoppedNow(),
      // Requires the checkpoint's lock, which admits one process at a time to the chain.
      toLink.length > 0 ? chainEnd(client, toLink) : nothingToLink,
    ])
    if (moved.rowCount !== 1) throw new Fenced(`the checkpoint is not at ${from}`)
    const running = views.filter(({ table }) => !stopped.has(table))
    const stops = carefully ? await applyCarefully(client, running, events) : []

    // Everything is computed before anything is sent, so that nothing is missing at the commit.
    const changes = carefully ? [] : statementsOfViews(running, access, seen.changes, envelopes)
    const isStopped = ({ table }: AnyView) => stopped.has(table) || stops.some(({ view }) => view === table)
    const blindFrom = stopped.has(access.table) ? 0n : stops.find(({ view }) => view === access.table)?.position
    const audience = audiencesFrom(seen.audiences, crowd, events, blindFrom)
    const about = envelopes.map((event) => itemOf(event, items))
    const { lines, narrowed } = feedOf(events, about, audience)
    const links = end?.takenTo === null ? linking(end, toLink) : undefined
    const rest = [
      ...views.filter((view) => view.isListed && isStopped(view)).map((view) => seenAsNow(view, seen.changes ?? [])),
      ...feedStatements(lines),
      ...addingJobs(jobsOf(reactors, events)),
      ...(apart ? [] : [...announcing(announcementOf(from, to, lines)), { text: notify, values: [String(to)] }]),
    ]
    await pipelined(client, () => [
      ...changes.map(({ view, statement }) => apply(client, view, plan(statement))),
      // Precedes the batch's own rows, which are narrowed already.
      ...(narrowed.length > 0 ? [client.query(narrow, [toJsonb(narrowed)])] : []),
      ...(links ? [client.query(links)] : []),
      ...rest.map((statement) => client.query(plan(statement))),
      client.query('commit'),
    ])
    return stops
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const nothingToLink = Promise.resolve(undefined)

/** The rows of a batch in the running views. Those of the access view are computed already. */
const statementsOfViews = (
  running: readonly AnyView[],
  access: AnyView<AccessRow>,
  accessChanges: readonly Change<AccessRow>[] | undefined,
  envelopes: readonly Stored['event'][],
): { view: AnyView; statement: Statement }[] =>
  running.flatMap((view) =>
    (view === access && accessChanges ? statementsOf(view.table, accessChanges) : statementsFor(view, envelopes)).map(
      (statement) => ({ view, statement }),
    ),
  )

/** The audiences of a batch. The first event also reaches `crowd`; those from `blindFrom` on reach no user. */
const audiencesFrom = (
  known: readonly Audience[],
  crowd: readonly string[],
  events: readonly Stored[],
  blindFrom: bigint | undefined,
): Audience[] =>
  known
    .map((audience, index) => (index === 0 ? joined(audience, crowd) : audience))
    .map((audience, index) => (isBlind(events[index], blindFrom) ? noAudience : audience))

const feedStatements = (lines: readonly object[]): Statement[] =>
  lines.length > 0
    ? [
        { text: insertLines, values: [toJsonb(lines)] },
        { text: noteMoment, values: [] },
      ]
    : []

/** Applies views one by one, and marks those that fail as stopped. */
const applyCarefully = async (client: pg.ClientBase, views: readonly AnyView[], events: readonly Stored[]) => {
  const stops: Stop[] = []
  for (const view of views) {
    const stop = await applyUntilFailure(client, view, events)
    if (stop) stops.push({ view: view.table, ...stop })
  }
  for (const { view, position, error } of stops)
    await client.query('update projections set "stoppedAt" = $2, error = $3 where name = $1', [view, position, error])
  return stops
}

const joined = (known: Audience, crowd: readonly string[]): Audience => ({
  ...known,
  channels: [...new Set([...known.channels, ...crowd])],
})

/** The empty audience of events whose visibility is unknown. */
const noAudience: Audience = { channels: [], shifts: [], owners: [], references: [] }
const isBlind = (event: Stored | undefined, from: bigint | undefined) =>
  from !== undefined && (event?.position ?? 0n) >= from

/** Updates the access columns of a stopped view, which is still read: lost visibility must take effect there too. */
const seenAsNow = ({ table }: AnyView, changes: readonly Change<AccessRow>[]): Statement => ({
  text: `update "${table}" t set visibility = n.visibility, "campaignId" = n."campaignId"
    from jsonb_populate_recordset(null::access, $1::jsonb) n where t.id = n.id`,
  values: [toJsonb(changes.flatMap((change) => ('put' in change ? [change.put] : [])))],
})

const addingJobs = (jobs: readonly Job[]): Statement[] =>
  jobs.length > 0 ? [{ text: addJobs, values: [toJsonb(jobs)] }] : []

const announcing = (text: string | undefined): Statement[] =>
  text === undefined ? [] : [{ text: announce, values: [text] }]

const move = `update checkpoint set position = $2, "lastPosition" = coalesce($3, "lastPosition"), "lastId" = coalesce($4, "lastId"),
    "movedAt" = now(), "foreignEvents" = "foreignEvents" + $5
  where position = $1`
const insertLines = 'insert into feed select * from jsonb_populate_recordset(null::feed, $1::jsonb)'
/** Records the latest time in the feed; covers also rows that an older version added without a moment. */
const noteMoment = `insert into moments
  select max(position), greatest(max(at), (select at from moments order by position desc limit 1)) from feed
   where seq = 0 and position > coalesce((select position from moments order by position desc limit 1), -1) having count(*) > 0`
const announce = `select pg_notify('${announcements}', $1)`
const notify = `select pg_notify('feed', $1)`

/**
 * Batches up to this size use prepared statements: planning would cost more than running them. In larger batches tables
 * may grow fast, and an old plan would be a bad one.
 */
const few = 20
const planning = (events: readonly unknown[]) => (events.length > few ? (statement: Statement) => statement : prepared)

const narrow = `update feed set channels = array(select one from unnest(feed.channels) one where one <> all(n.lost))
    || case when feed.channels && n."from" then n."to" else '{}' end
  from jsonb_to_recordset($1::jsonb) as n(item text, lost text[], "from" text[], "to" text[])
  where feed.item = n.item and feed.seq = 0 and feed.channels && n.lost`

const accessReader = (
  client: pg.ClientBase,
  view: AnyView<AccessRow>,
  plan: (query: Statement) => Statement,
): AccessReader => ({
  ...rowReader(client, view, plan),
  membersOf: async (campaignIds) =>
    (
      await client.query<MemberRow>(`select t.* from "${membersView.table}" t where "campaignId" = any($1::uuid[])`, [
        campaignIds,
      ])
    ).rows,
})

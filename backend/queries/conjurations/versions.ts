import { type Thing, type Viewer, Visibility } from '#domain/access.ts'
import { conjurations } from '#domain/conjurations.ts'
import { stateOf } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { upcast } from '#domain/upcasters.ts'
import type { ConjurationFields } from '#projections/conjuration-answers.ts'
import { findHistoryBeginning } from '../../http/history-beginning.ts'
import type { Read } from '../../http/snapshot.ts'
import { pageSize } from '../../platform/page-size.ts'

/**
 * The history of lore, read from the feed by item, page by page from the newest, so that a long history costs only the
 * shown part. The event store remains free for writes.
 */

type State = typeof conjurations.initial

/** An event of lore, with the lore's state before and after it. */
export interface Version {
  revision: number
  position: string
  at: string
  type: string
  actorId: string
  impersonatorId: string | null
  before: State
  after: State
}

interface Line {
  type: string
  data: unknown
  revision: number
}
/** An event of lore, or of its sections and pictures, with its log position. */
export interface RecordedLine extends Line {
  position: string
  at: string
  actorId: string
  impersonatorId: string | null
}
export const recordedLine = `position::text as position, revision, at, type, data, metadata->>'actor' as "actorId",
  metadata->>'impersonator' as "impersonatorId"`

const folded = (lines: readonly Line[], from: State = conjurations.initial): State =>
  stateOf({ ...conjurations, initial: from }, lines.map(upcast))

/** Excludes copies made by other users, which do not change the original. */
const ofConjuration = `from feed where item = $1 and seq = 0 and stream = 'conjurations-' || $1`

/**
 * The lore's state before a revision. Each field is set by the last event of some type, so the last event of each type
 * suffices.
 */
const stateBefore = async (read: Read, id: string, revision: number): Promise<State> => {
  const lines = await read<Line>(
    `select distinct on (type) type, data, revision ${ofConjuration} and revision < $2 order by type, position desc`,
    [id, revision],
  )
  return folded(lines.toSorted((a, b) => a.revision - b.revision))
}

/** The events that determine whether the past of lore is shown. They are few, and small except for the first. */
const showingPast = `('ConjurationCreated', 'ConjurationVisibilityChanged', 'ConjurationMovedToCampaign',
  'ConjurationPastShown', 'ConjurationPastHidden')`

/** True if the owner lets every reader of the lore read its whole past. */
export const isPastShown = async (read: Read, id: string): Promise<boolean> => {
  const lines = await read<Line>(
    `select type, revision, data - '{name,description,tags}'::text[] as data ${ofConjuration} and type in ${showingPast} order by position`,
    [id],
  )
  return folded(lines).isPastShown
}

interface Beginning {
  /** First revision of the reader's history; `position` is the log position at which it begins. */
  from: number
  position: string
  isPastShown: boolean
}

/** The beginning of a reader's history of lore (decision 30); undefined for a user who does not see the lore. */
export const beginningFor = async (read: Read, viewer: Viewer, id: string): Promise<Beginning | undefined> => {
  const [access] = await read<Thing>('select "ownerId", "campaignId", channels from access where id = $1', [id])
  const beginning = await findHistoryBeginning(read, viewer, id)
  if (!access || !beginning || !can(viewer, 'see', access)) return undefined
  const isShown = await isPastShown(read, id)
  if (isShown) return { from: 0, position: '0', isPastShown: isShown }
  const [first] = await read<{ revision: number | null }>(
    `select max(revision) as revision ${ofConjuration} and position <= $2`,
    [id, beginning.position],
  )
  return { from: first?.revision ?? 0, position: beginning.position, isPastShown: isShown }
}

/** The revision of the last change of content, within the viewer's history. */
export const currentRevision = async (read: Read, id: string, from: number): Promise<number> => {
  const [last] = await read<{ revision: number | null }>(
    `select max(revision) as revision ${ofConjuration} and revision >= $2 and type in
      ('ConjurationCreated', 'ConjurationRenamed', 'ConjurationDescribed', 'ConjurationTagged', 'ConjurationVersionRestored')`,
    [id, from],
  )
  return last?.revision ?? from
}

interface PageOptions {
  /** The first revision of the viewer's history. */
  from: number
  /** Restricts to events before this log position. */
  before: string
  limit: number
}

/** Approximate maximum of characters on one page, so that a request for a history of long texts does not delay other requests. */
const mostLetters = 200_000

/** Returns the latest versions from a revision on, newest first; `isMore` is true if there are older ones. */
export const versionsOf = async (read: Read, id: string, { from, before, limit }: PageOptions) => {
  const page = pageSize()
  const newestFirst: RecordedLine[] = []
  let letters = 0
  let isMore = true
  while (isMore && newestFirst.length < limit && letters < mostLetters) {
    const wanted = Math.min(page.lines(), limit - newestFirst.length)
    // Reads one more line than wanted, to determine whether there are more.
    const lines = await read<RecordedLine>(
      `select ${recordedLine} ${ofConjuration}
        and position < $2::bigint and revision >= $3 order by feed.position desc limit $4`,
      [id, newestFirst.at(-1)?.position ?? before, from, wanted + 1],
    )
    isMore = lines.length > wanted
    const some = lines.slice(0, wanted)
    newestFirst.push(...some.map(upcast))
    const length = some.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0)
    letters += length
    page.learn(some.length, length)
  }
  return { versions: (await inBetween(read, id, newestFirst.toReversed())).toReversed(), isMore }
}

/**
 * Returns each line with the lore's state before and after it. Events between two lines, such as changes of sections, do not change
 * the lore's own fields.
 */
const inBetween = async (read: Read, id: string, lines: readonly RecordedLine[]): Promise<Version[]> => {
  const versions: Version[] = []
  for (const { data, ...event } of lines) {
    const before = versions.at(-1)?.after ?? (await stateBefore(read, id, event.revision))
    versions.push({ ...event, before, after: folded([{ ...event, data }], before) })
  }
  return versions
}

/** The lore's state after a revision; undefined if it has no event there. */
export const versionAt = async (read: Read, id: string, revision: number): Promise<State | undefined> => {
  const there = await read(`select revision ${ofConjuration} and revision = $2`, [id, revision])
  return there.length > 0 ? stateBefore(read, id, revision + 1) : undefined
}

const shown = ({ name, description, tags, visibility, collectionId }: State): Required<ConjurationFields> => ({
  name,
  description,
  tags: [...tags],
  visibility: Visibility.parse(visibility),
  collectionId,
})

/**
 * The fields that an event changed, with their values after and before it. The first event of a history has no values
 * before.
 */
export const changesIn = (
  { before, after }: Version,
  begins: boolean,
): { fields: ConjurationFields; previous: ConjurationFields } => {
  const [was, is] = [shown(before), shown(after)]
  if (begins) return { fields: is, previous: {} }
  const touched = Object.keys(is).filter(
    (field) =>
      JSON.stringify(was[field as keyof ConjurationFields]) !== JSON.stringify(is[field as keyof ConjurationFields]),
  )
  const only = (all: ConjurationFields): ConjurationFields =>
    Object.fromEntries(Object.entries(all).filter(([field]) => touched.includes(field)))
  return { fields: only(is), previous: only(was) }
}

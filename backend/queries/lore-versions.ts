import { type Access, maySee, type Viewer, Visibility } from '#domain/access.ts'
import { conjurations } from '#domain/conjurations.ts'
import { stateOf } from '#domain/decider.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import type { LoreFields } from '#projections/answers.ts'
import { stored } from '../projections/stored.ts'

type State = typeof conjurations.initial

/** An event of lore and what the lore was before it and after it. */
export interface Version {
  revision: number
  at: string
  type: string
  actorId: string
  impersonatorId: string | null
  before: State
  after: State
}

const page = 1000

/** Everything that happened to lore, oldest first. */
export async function versionsOf(store: Pick<EventStore, 'read'>, conjurationId: string): Promise<Version[]> {
  const events: RecordedEvent[] = []
  for (;;) {
    const read = await store.read(`conjurations-${conjurationId}`, { from: BigInt(events.length), limit: page })
    events.push(...read.events)
    if (read.events.length < page) break
  }
  let after = conjurations.initial
  return events.map((recorded): Version => {
    const before = after
    after = stateOf({ ...conjurations, initial: before }, [upcast(recorded)])
    const { event, revision } = stored(recorded)
    const { actor: actorId, impersonator: impersonatorId = null } = event.metadata
    return { revision: Number(revision), at: event.at, type: event.type, actorId, impersonatorId, before, after }
  })
}

/**
 * Whether somebody saw it happen, or would have: history shows nothing from before lore was shown to them, just as the feed
 * does not. Their roles are those of today.
 */
export const sawIt = (viewer: Viewer, { after: { userId: ownerId, campaignId, visibility } }: Version): boolean =>
  maySee(viewer, { ownerId, campaignId, visibility } satisfies Access)

const shown = ({ name, description, tags, visibility, collectionId }: State): Required<LoreFields> => ({
  name,
  description,
  tags: [...tags],
  visibility: Visibility.parse(visibility),
  collectionId,
})

/** The fields that an event touched, as they were after it and before it. What lore began with was not there before. */
export const changedBy = ({ before, after }: Version): { fields: LoreFields; previous: LoreFields } => {
  const [was, is] = [shown(before), shown(after)]
  if (!before.exists) return { fields: is, previous: {} }
  const touched = Object.keys(is).filter(
    (field) => JSON.stringify(was[field as keyof LoreFields]) !== JSON.stringify(is[field as keyof LoreFields]),
  )
  const only = (all: LoreFields): LoreFields =>
    Object.fromEntries(Object.entries(all).filter(([field]) => touched.includes(field)))
  return { fields: only(is), previous: only(was) }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { workFor } from '#domain/access.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Proposal, ProposedChange } from '#domain/proposals.ts'
import { relationships } from '#domain/relationships.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { hangUp } from '../../http/hang-up.ts'
import { type Policy, viewerNow } from '../../http/policy.ts'
import { every, maySeeConjuration, mayWriteConjuration } from '../../policies/items.ts'
import { readMarkdown } from '../../providers/read-markdown.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { retagged } from '../conjurations/change-many.ts'
import { refuseUnlessMay } from '../conjurations/refuse-unless.ts'
import { refuseTakenId } from '../new-id.ts'
import { refuseMany, sharedCampaign } from '../relationships/ends.ts'
import { beginText } from '../segments/texts.ts'
import { createFromTemplate } from '../templates/create-from-template.ts'

interface Execution {
  request: FastifyRequest
  reply: FastifyReply
  /** The created item has the change's id, so that a repeat creates nothing. */
  proposal: Proposal
  campaignId: string
}
type Of<Kind extends ProposedChange['kind']> = Extract<ProposedChange, { kind: Kind }>

/**
 * Executes a proposed change with the rights of the user who accepted it, as the routes for lore, sections and relationships
 * do. Returns the tags of the entry before they were changed; null where they were not.
 */
export async function executeChange(act: Act, deps: Deps, execution: Execution): Promise<string[] | null> {
  const { change } = execution.proposal
  if (change.kind === 'tags') return tag(act, deps, execution, change)
  if (change.kind === 'entry') await createEntry(act, deps, execution, change)
  else if (change.kind === 'section') await addSection(act, deps, execution, change)
  else await relate(act, deps, execution, change)
  return null
}

const refuseByPolicy = async ({ pool }: Deps, { request }: Execution, { userId }: Act, policy: Policy) => {
  const refusal = await policy.may?.({
    request,
    userId,
    pool,
    viewer: () => viewerNow(pool, workFor(userId, { isInPerson: true })),
  })
  if (refusal) throw new Rejection(refusal)
}
const mayWrite = (id: string) =>
  every(
    maySeeConjuration(() => id),
    mayWriteConjuration(() => id),
  )

const createEntry = async (act: Act, deps: Deps, { proposal, campaignId }: Execution, change: Of<'entry'>) => {
  const { id: conjurationId } = proposal
  const { name, text: description, tags, visibility, templateId } = change
  const { userId } = act
  await refuseTakenId(deps.pool, { table: 'conjurations', id: conjurationId, userId, campaignId })
  await refusePrivate(deps.pool, userId, { visibility, campaignId })
  const place = { campaignId, collectionId: null, visibility }
  const content = { name, description, tags }
  if (templateId !== null) return createFromTemplate(act, deps, { conjurationId, templateId, ...place, ...content })
  const data = { conjurationId, userId, ...place, ...content, copyOf: null }
  await act.send(conjurations, conjurationId, { type: 'CreateConjuration', data })
}

const addSection = async (act: Act, deps: Deps, execution: Execution, change: Of<'section'>) => {
  const { handler, pool, untrusted } = deps
  const { proposal, campaignId, reply } = execution
  const { conjurationId, title, text: markdown, isForDms } = change
  const segmentId = proposal.id
  await refuseByPolicy(deps, execution, act, mayWrite(conjurationId))
  await refuseTakenId(pool, { table: 'segments', id: segmentId, userId: act.userId })
  if (isForDms) await refuseUnlessMay(pool, act.userId, 'edit', await handler.stateOf(conjurations, conjurationId))
  const { ops } = await readMarkdown(untrusted, { markdown, signal: hangUp(reply) })
  await beginText(act, { conjurationId, campaignId, textId: segmentId, ops })
  const data = { conjurationId, segmentId, type: 'STORY', title, sortOrder: null, isForDms } as const
  await act.send(conjurations, conjurationId, { type: 'AddSegment', data })
}

const relate = async (act: Act, deps: Deps, execution: Execution, change: Of<'relationship'>) => {
  const { handler, pool } = deps
  const { userId } = act
  const { sourceId, targetId, comment } = change
  const relationshipId = execution.proposal.id
  await refuseByPolicy(
    deps,
    execution,
    act,
    every(
      mayWrite(sourceId),
      maySeeConjuration(() => targetId),
    ),
  )
  await refuseTakenId(pool, { table: 'relationships', id: relationshipId, userId })
  const campaignId = await sharedCampaign(handler, sourceId, targetId)
  await refuseMany(pool, relationshipId, [sourceId, targetId])
  const data = { userId, campaignId, comment, relationshipId, reverseId: null, sourceId, targetId }
  await act.send(relationships, relationshipId, { type: 'CreateRelationship', data })
}

const tag = async (act: Act, deps: Deps, execution: Execution, { conjurationId, tags: addTags }: Of<'tags'>) => {
  await refuseByPolicy(deps, execution, act, mayWrite(conjurationId))
  const { tags: before } = await deps.handler.stateOf(conjurations, conjurationId)
  const tags = retagged(before, { addTags, removeTags: [] })
  await act.send(conjurations, conjurationId, { type: 'TagConjuration', data: { conjurationId, tags } })
  return [...before]
}

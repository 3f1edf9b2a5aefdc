import { conjurations } from '#domain/conjurations.ts'
import { Rejection, stateOf } from '#domain/decider.ts'
import { emptyText, withoutControl } from '#domain/text-formats.ts'
import { type TextState, texts } from '#domain/texts.ts'
import type { EventStore } from '#eventstore'
import type { Command } from '../../commands/dispatch.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { homeOf } from './home.ts'

type Begin = Extract<Command<typeof texts.commands>, { type: 'BeginText' }>

interface OpenText {
  text: TextState
  /** Commands that create the text, to be sent before its first change. */
  begin: Begin[]
}

/** Normalises plain text to the characters that a text may hold. */
export const plainly = (description: string) => withoutControl(description.replaceAll(/\r\n?/g, '\n'))
export const opsOf = (description: string) =>
  description === '' ? [...emptyText] : [{ insert: `${plainly(description)}\n` }]

const lastRevision = async (store: Pick<EventStore, 'read'>, conjurationId: string) =>
  Number((await store.read(`${conjurations.category}-${conjurationId}`, { from: 0n, limit: 1 })).revision)

/**
 * The present state of a text. One that does not exist yet begins with the lore's plain text. Throws `text_not_found`.
 */
export const openText = async (
  { handler, pool, store }: Pick<Deps, 'handler' | 'pool' | 'store'>,
  textId: string,
  options: { since?: bigint } = {},
): Promise<OpenText> => {
  const text = await handler.stateOf(texts, textId, options)
  if (text.exists) return { text, begin: [] }
  const conjurationId = await homeOf(reading(pool), textId)
  if (conjurationId === undefined) throw new Rejection('text_not_found')
  const { userId, campaignId, description } = await handler.stateOf(conjurations, conjurationId)
  const isDescription = conjurationId === textId
  const ops = isDescription ? opsOf(description) : [...emptyText]
  const fromRevision = isDescription ? await lastRevision(store, conjurationId) : null
  const data = { textId, conjurationId, userId, campaignId, fromRevision, ops, by: [] }
  return { text: stateOf(texts, [{ type: 'TextBegun', data }]), begin: [{ type: 'BeginText', data }] }
}

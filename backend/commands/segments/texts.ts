import type pg from 'pg'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import type { AuthorRun } from '#domain/text-events.ts'
import { textOf, texts } from '#domain/texts.ts'
import type { Sender } from '../../http/act.ts'
import type { Dispatcher } from '../dispatch.ts'
import { isListed } from '../texts/is-listed.ts'

type States = Pick<Dispatcher, 'stateOf'>

interface Beginning {
  conjurationId: string
  campaignId: string | null
  textId: string
  ops: Ops
  /** The authors; absent if the requester wrote all of it. */
  by?: AuthorRun[]
}

/**
 * Creates a segment's text; call it before adding the segment, so that the text is available as soon as the segment is
 * visible.
 */
export const beginText = (act: Sender, { ops, by = [], ...of }: Beginning) =>
  act.send(texts, of.textId, {
    type: 'BeginText',
    data: { ...of, userId: act.userId, fromRevision: null, ops: [...ops], by },
  })

interface Replacement {
  /** Derives the change from the current text. */
  changeTo: (now: Ops) => Ops | Promise<Ops>
  /** The revision that the requester read, if it must still be the current one. */
  revision: number | undefined
}

/**
 * Prepares one change that replaces a text, and returns the function that sends it. A refusal is thrown before the
 * caller has sent anything.
 */
export async function prepareReplacement(
  act: Sender & { idFor(...parts: string[]): string },
  { stateOf }: States,
  textId: string,
  { changeTo, revision }: Replacement,
): Promise<() => Promise<void>> {
  const nothing = async () => undefined
  const text = await stateOf(texts, textId)
  const changeId = act.idFor('text', textId)
  if (!text.exists) throw new Rejection('text_not_found')
  if (text.changes.some((change) => change.changeId === changeId)) return nothing
  if (revision !== undefined && revision !== text.revision) throw new Rejection('changed_since')
  const ops = [...(await changeTo(textOf(text)))]
  if (revision !== undefined && revision !== (await stateOf(texts, textId)).revision)
    throw new Rejection('changed_since')
  if (ops.length === 0) return nothing
  const data = { textId, changeId, userId: act.userId, base: text.revision, ops, undoes: [], by: [] }
  return async () => {
    await act.send(texts, textId, { type: 'ChangeText', data })
  }
}

/** Moves the texts of lore to the lore's new campaign, encrypted with its key. */
export async function moveTexts(
  act: Sender,
  { handler: { stateOf }, pool }: { handler: States; pool: pg.Pool },
  conjurationId: string,
): Promise<void> {
  const { campaignId, segments } = await stateOf(conjurations, conjurationId)
  const written = segments.filter(({ type }) => type === 'STORY').map(({ id }) => id)
  for (const textId of [conjurationId, ...written]) {
    const { exists } = await stateOf(texts, textId)
    if (!exists) continue
    // The previews for lists and search were encrypted with the previous key.
    await act.send(texts, textId, [
      { type: 'MoveText', data: { textId, campaignId } },
      { type: 'SettleText', data: { textId, isListed: await isListed(pool, textId) } },
    ])
  }
}

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
  /** Whose words they are, where not all are the sender's. */
  by?: AuthorRun[]
}

/** To be called before the segment is added: then its text is there as soon as somebody sees it. */
export const beginText = (act: Sender, { ops, by = [], ...of }: Beginning) =>
  act.send(texts, of.textId, {
    type: 'BeginText',
    data: { ...of, userId: act.userId, fromRevision: null, ops: [...ops], by },
  })

/** Makes a text say something else, as one change, which `changeTo` makes of what it says now; `revision` is the one that it was read at, if that is to be the last. */
export async function replaceText(
  act: Sender & { idFor(...parts: string[]): string },
  { stateOf }: States,
  textId: string,
  { changeTo, revision }: { changeTo: (now: Ops) => Ops | Promise<Ops>; revision: number | undefined },
): Promise<void> {
  const text = await stateOf(texts, textId)
  const changeId = act.idFor('text', textId)
  if (!text.exists) throw new Rejection('text_not_found')
  if (text.changes.some((change) => change.changeId === changeId)) return
  if (revision !== undefined && revision !== text.revision) throw new Rejection('changed_since')
  const ops = [...(await changeTo(textOf(text)))]
  if (revision !== undefined && revision !== (await stateOf(texts, textId)).revision)
    throw new Rejection('changed_since')
  if (ops.length === 0) return
  const data = { textId, changeId, userId: act.userId, base: text.revision, ops, undoes: [], by: [] }
  await act.send(texts, textId, { type: 'ChangeText', data })
}

/** What is written in lore goes where the lore has gone, sealed for there. */
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
    // What lists and search know of it was sealed for where it was.
    await act.send(texts, textId, [
      { type: 'MoveText', data: { textId, campaignId } },
      { type: 'SettleText', data: { textId, isListed: await isListed(pool, textId) } },
    ])
  }
}

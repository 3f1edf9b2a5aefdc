import type pg from 'pg'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { ConjurationTags, tagLimit } from '#domain/conjuration-words.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type MessageOf, Rejection } from '#domain/decider.ts'
import { uuid } from '../../http/uuid.ts'
import { uneditableConjuration as judge } from '../../policies/items.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { type Deed, inPages, type Kind, type Run } from '../operations/perform.ts'
import { statesAround } from '../state-before.ts'
import type { ReturnDeps } from './bring-back.ts'

type Change = MessageOf<typeof conjurations.commands>

/** The fields of lore that can be changed for many items at once. */
export const changes = {
  /** Making lore private must be requested for each item separately. */
  visibility: Visibility.extract(['CAMPAIGN', 'DM']).optional(),
  addTags: ConjurationTags.default([]),
  removeTags: ConjurationTags.default([]),
}
const Changing = z.object({ ids: z.array(uuid()), ...changes })
export type Changing = z.infer<typeof Changing>

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const hasTag = (tags: readonly string[], tag: string) => tags.some((other) => isSame(other, tag))

/** The tags of lore after some were removed and others added, each once, whatever its case. */
export const retagged = (
  tags: readonly string[],
  { addTags, removeTags }: Pick<Changing, 'addTags' | 'removeTags'>,
): string[] => {
  const remaining = tags.filter((tag) => !hasTag(removeTags, tag))
  const all = [...remaining]
  for (const tag of addTags) if (!hasTag(all, tag)) all.push(tag)
  if (all.length > tagLimit && all.length > tags.length) throw new Rejection('too_many_tags')
  return all
}

const change = async (pool: pg.Pool, run: Run, conjurationId: string, { visibility, ...tagging }: Changing) => {
  const before = await run.stateOf(conjurations, conjurationId)
  const commands: Change[] = []
  if (visibility !== undefined && before.visibility !== visibility) {
    await refusePrivate(pool, run.userId, { campaignId: before.campaignId, visibility })
    commands.push({ type: 'ChangeConjurationVisibility', data: { conjurationId, visibility } })
  }
  const tags = retagged(before.tags, tagging)
  commands.push({ type: 'TagConjuration', data: { conjurationId, tags } })
  await run.send(conjurations, conjurationId, commands)
}

/** Reverts one event. Throws `changed_since` if the same field was changed afterwards. */
const takeBack = async (run: Run, store: ReturnDeps['store'], { stream, revision, item, type }: Deed) => {
  const { before, after, now } = await statesAround(store, conjurations, stream, revision)
  const isVisibility = type === 'ConjurationVisibilityChanged'
  const partOf = ({ visibility, tags }: typeof now) => (isVisibility ? visibility : tags.join())
  if (partOf(now) === partOf(before)) return
  if (partOf(now) !== partOf(after)) throw new Rejection('changed_since')
  const of = { conjurationId: item }
  await run.send(
    conjurations,
    item,
    isVisibility
      ? { type: 'ChangeConjurationVisibility', data: { ...of, visibility: before.visibility } }
      : { type: 'TagConjuration', data: { ...of, tags: [...before.tags] } },
  )
}

export const changeConjurations = ({ pool, store }: Pick<ReturnDeps, 'pool' | 'store'>): Kind<Changing> => ({
  arguments: Changing,
  run: (run, given) =>
    inPages(given.ids, (page) => run.each(page, { judge, work: (id) => change(pool, run, id, given) })),
  async undo(run, deeds) {
    for await (const page of deeds(['ConjurationVisibilityChanged', 'ConjurationTagged'])) {
      const byItem = Map.groupBy(page, ({ item }) => item)
      // A part that was changed since stays as it is; the other part is still undone.
      const work = async (id: string) => {
        let refusal: Rejection | undefined
        for (const deed of byItem.get(id) ?? [])
          await takeBack(run, store, deed).catch((error: unknown) => {
            if (!(error instanceof Rejection)) throw error
            refusal = error
          })
        if (refusal) throw refusal
      }
      await run.each([...byItem.keys()], { judge, work })
    }
  },
})

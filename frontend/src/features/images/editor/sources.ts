import { z } from 'zod'
import type { EditingOffer } from '#domain/image-edit-answers.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'

export type Offered = EditingOffer['tools'][number]

/** By tool, the name of who was chosen to make it. */
const Choices = z.record(z.string(), z.string())
export type Choices = z.infer<typeof Choices>

export const offersFor = (offer: EditingOffer | undefined, tool: EditTool): Offered[] =>
  (offer?.tools ?? []).filter((each) => each.tool === tool)

/** Who makes it: the one chosen before, if that is still here; else the cheapest, so that nothing is paid for unasked. */
export const sourceOf = (offers: readonly Offered[], chosen: string | undefined): Offered | undefined =>
  offers.find(({ provider }) => provider === chosen) ?? offers.toSorted((a, b) => a.cost - b.cost)[0]

const keyOf = (userId: string) => `loreloom.edit.sources.${userId}`

/** Unreadable or older content counts as nothing. */
export const readChoices = (shelf: Pick<Storage, 'getItem'>, userId: string): Choices => {
  try {
    return Choices.parse(JSON.parse(shelf.getItem(keyOf(userId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** A full or forbidden store is no reason to stop: it is a convenience. */
export const writeChoices = (shelf: Pick<Storage, 'setItem'>, userId: string, kept: Choices): void => {
  try {
    shelf.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {}
}

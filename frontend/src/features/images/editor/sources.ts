import { z } from 'zod'
import type { EditingOffer } from '#domain/image-edit-answers.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'

export type Offered = EditingOffer['tools'][number]

/** Names of the chosen providers by tool. */
const Choices = z.record(z.string(), z.string())
export type Choices = z.infer<typeof Choices>

export const offersFor = (offer: EditingOffer | undefined, tool: EditTool): Offered[] =>
  (offer?.tools ?? []).filter((each) => each.tool === tool)

/** Returns the provider that the user chose before, if it is still available; else the cheapest one. */
export const sourceOf = (offers: readonly Offered[], chosen: string | undefined): Offered | undefined =>
  offers.find(({ provider }) => provider === chosen) ?? offers.toSorted((a, b) => a.cost - b.cost)[0]

const keyOf = (userId: string) => `loreloom.edit.sources.${userId}`

/** Returns the stored choices; none if the content is unreadable or outdated. */
export const loadChoices = (shelf: Pick<Storage, 'getItem'>, userId: string): Choices => {
  try {
    return Choices.parse(JSON.parse(shelf.getItem(keyOf(userId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** Stores the choices. Ignores a full or forbidden store, since the choice is only a convenience. */
export const storeChoices = (shelf: Pick<Storage, 'setItem'>, userId: string, choices: Choices): void => {
  try {
    shelf.setItem(keyOf(userId), JSON.stringify(choices))
  } catch {}
}

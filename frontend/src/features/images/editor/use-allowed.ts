import { useState } from 'react'
import { may } from '#domain/entitlements.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { useEditingOfferQuery } from '../../../data/image-edits.ts'
import { useImageModelsQuery } from '../../../data/images.ts'
import { standingOf, today, useMe } from '../../../data/me.ts'
import { useNsfwOffered } from '../use-nsfw-offered.ts'
import { type Offered, offersFor, readChoices, sourceOf, writeChoices } from './sources.ts'

/** What this person's plan, this picture and this installation allow of a tool, by whom and for how much. */
export const useAllowed = (tool: EditTool, isNsfw: boolean) => {
  const me = useMe()
  const { data: offer } = useEditingOfferQuery()
  const { data: models } = useImageModelsQuery('IMAGE')
  const [kept, setKept] = useState(() => readChoices(localStorage, me.id))
  const standing = standingOf(me)
  const isNsfwOffered = useNsfwOffered(models)
  const offers = offersFor(offer, tool)
  const offered = sourceOf(offers, kept[tool])
  const premium = may(standing, 'premiumInpainting', today())
  const costOf = (by: Offered, isPremium: boolean) =>
    isPremium && premium && tool === 'inpaint' ? (by.premiumCost ?? by.cost) : by.cost
  return {
    premium,
    removal: may(standing, 'backgroundRemoval', today()),
    /** Whether it is to be chosen: a picture that is so already is edited as one. */
    nsfw: isNsfwOffered && !isNsfw,
    /** What a premium touch up is: several from this machine, or a better model's elsewhere. */
    premiumMeans: offered?.source === 'here' ? 'Makes four, to choose from' : 'Made by the better model',
    /** Credits of a premium touch up; null where there is none. */
    premiumCost: offered?.premiumCost ?? null,
    /** Who could make it. */
    offers,
    /** Who is to. */
    provider: offered?.provider,
    chooseProvider(provider: string) {
      const now = { ...kept, [tool]: provider }
      setKept(now)
      writeChoices(localStorage, me.id, now)
    },
    costOf,
    /** Credits; undefined until it is known. */
    cost: (isPremium: boolean) => offered && costOf(offered, isPremium),
    /** Why nobody can have it done here. */
    missing: offer && !offered ? 'This tool is not set up on this installation.' : undefined,
  }
}
export type Allowed = ReturnType<typeof useAllowed>

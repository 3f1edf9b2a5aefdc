import { useState } from 'react'
import { may } from '#domain/entitlements.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { useEditingOfferQuery } from '../../../data/image-edits.ts'
import { useImageModelsQuery } from '../../../data/images.ts'
import { selectEntitlements, today, useMe } from '../../../data/me.ts'
import { useNsfwOffered } from '../use-nsfw-offered.ts'
import { loadChoices, type Offered, offersFor, sourceOf, storeChoices } from './sources.ts'

/** The tool's options, providers and prices, limited by the user's plan, the image and the installation. */
export const useAllowed = (tool: EditTool, isNsfw: boolean) => {
  const me = useMe()
  const { data: offer } = useEditingOfferQuery()
  const { data: models } = useImageModelsQuery('IMAGE')
  const [choices, setChoices] = useState(() => loadChoices(localStorage, me.id))
  const entitlements = selectEntitlements(me)
  const isNsfwOffered = useNsfwOffered(models)
  const offers = offersFor(offer, tool)
  const offered = sourceOf(offers, choices[tool])
  const premium = may(entitlements, 'premiumInpainting', today())
  const costOf = (by: Offered, isPremium: boolean) =>
    isPremium && premium && tool === 'inpaint' ? (by.premiumCost ?? by.cost) : by.cost
  return {
    premium,
    removal: may(entitlements, 'backgroundRemoval', today()),
    /** True if NSFW can be chosen: edits of an NSFW image are NSFW anyway. */
    nsfw: isNsfwOffered && !isNsfw,
    /** The meaning of a premium touch up: several results of this server, or a better model elsewhere. */
    premiumMeans: offered?.source === 'here' ? 'Makes four, to choose from' : 'Made by the better model',
    /** Credits of a premium touch up; null if not offered. */
    premiumCost: offered?.premiumCost ?? null,
    /** The available providers. */
    offers,
    /** The selected provider. */
    provider: offered?.provider,
    chooseProvider(provider: string) {
      const now = { ...choices, [tool]: provider }
      setChoices(now)
      storeChoices(localStorage, me.id, now)
    },
    costOf,
    /** Returns the credits of an edit; undefined until loaded, or if no provider offers the tool. */
    cost: (isPremium: boolean) => offered && costOf(offered, isPremium),
    /** A message if no provider offers the tool. */
    missing: offer && !offered ? 'This tool is not set up on this installation.' : undefined,
  }
}
export type Allowed = ReturnType<typeof useAllowed>

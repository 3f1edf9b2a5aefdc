import { may } from '#domain/entitlements.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'

/**
 * Returns true if NSFW images may be requested: by plan, by the account's setting, and with a model of this
 * installation.
 */
export const useNsfwOffered = (models: readonly ImageModel[] | undefined): boolean => {
  const me = useMe()
  return (
    may(selectEntitlements(me), 'nsfw', today()) && me.allowNSFW && (models ?? []).some((model) => model.supportsNSFW)
  )
}

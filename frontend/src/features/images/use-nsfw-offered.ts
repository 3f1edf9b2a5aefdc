import { may } from '#domain/entitlements.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { standingOf, today, useMe } from '../../data/me.ts'

/** Whether NSFW pictures may be requested: by plan, by the account's own setting, and of a model of this installation. */
export const useNsfwOffered = (models: readonly ImageModel[] | undefined): boolean => {
  const me = useMe()
  return may(standingOf(me), 'nsfw', today()) && me.allowNSFW && (models ?? []).some((model) => model.supportsNSFW)
}

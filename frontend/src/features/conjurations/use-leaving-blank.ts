import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import type { ConjurationItem } from '#projections/answers.ts'
import { begin, forget, readNewLore } from './begun.ts'
import { type ConjurationFields, isUnsaved } from './saving/conjuration-fields.ts'
import { useDiscarding } from './use-discarding.ts'

const isBlank = ({ name, tags }: ConjurationFields): boolean =>
  name.state().value === '' && tags.state().value.length === 0

/**
 * Discards new lore that is left blank; the server decides whether it is blank. A screen whose URL still contains its
 * id, such as the one that generates an image for it, does not count as leaving.
 */
export const useLeavingBlank = ({ id, campaignId }: ConjurationItem, fields: ConjurationFields): void => {
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  const discard = useDiscarding()

  const leave = async () => {
    if (!(id in readNewLore()) || location.href.includes(id)) return
    forget(id)
    if (isBlank(fields) && !isUnsaved(fields)) await discard(id, campaignId)
  }

  useEffect(() => {
    if (state?.isNew || id in readNewLore()) begin(id, campaignId)
  }, [id, campaignId, state?.isNew])
  useEffect(() => {
    // The address is the next screen's only once that is there.
    return () => void setTimeout(() => void leave(), 0)
  }, [id, fields])
}

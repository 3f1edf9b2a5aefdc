import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import type { ConjurationItem } from '#projections/answers.ts'
import { begin, begun, forget } from './begun.ts'
import { type ConjurationFields, isUnsaved } from './saving/conjuration-fields.ts'
import { useDiscarding } from './use-discarding.ts'

const isBlank = ({ name, tags }: ConjurationFields): boolean =>
  name.state().value === '' && tags.state().value.length === 0

/**
 * Lore that was just made, and is left with nothing written in it, is not kept; the server has the last word on whether there is
 * nothing. A screen whose address still names it, as the one that makes a picture for it, has not left it.
 */
export const useLeavingBlank = ({ id, campaignId }: ConjurationItem, fields: ConjurationFields): void => {
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  const discard = useDiscarding()

  const leave = async () => {
    if (!(id in begun()) || location.href.includes(id)) return
    forget(id)
    if (isBlank(fields) && !isUnsaved(fields)) await discard(id, campaignId)
  }

  useEffect(() => {
    if (state?.isNew || id in begun()) begin(id, campaignId)
  }, [id, campaignId, state?.isNew])
  useEffect(() => {
    // The address is the next screen's only once that is there.
    return () => void setTimeout(() => void leave(), 0)
  }, [id, fields])
}

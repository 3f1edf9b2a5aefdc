import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'
import { z } from 'zod'
import type { ConjurationItem } from '#projections/answers.ts'
import { useDiscardConjurationMutation } from '../../data/conjuration.ts'
import { toast } from '../../ui/toast.ts'
import { type ConjurationFields, isUnsaved } from './saving/conjuration-fields.ts'
import { useRestoring } from './use-deletion.tsx'

/** The lore that this tab has made and not left yet, by id: a reload is no leaving. */
const key = 'loreloom.begun'

const begun = (): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return []
  }
}
const keep = (ids: string[]) => sessionStorage.setItem(key, JSON.stringify(ids))

const isBlank = ({ name, description, tags }: ConjurationFields): boolean =>
  name.state().value === '' && description.state().value === '' && tags.state().value.length === 0

/**
 * Lore that was just made, and is left with nothing written in it, is not kept; the server has the last word on whether there is
 * nothing. A screen whose address still names it, as the one that makes a picture for it, has not left it.
 */
export const useLeavingBlank = ({ id, campaignId }: ConjurationItem, fields: ConjurationFields): void => {
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  const [discard] = useDiscardConjurationMutation()
  const restore = useRestoring()

  const leave = async () => {
    const ids = begun()
    if (!ids.includes(id) || location.href.includes(id)) return
    keep(ids.filter((other) => other !== id))
    if (!isBlank(fields) || isUnsaved(fields)) return
    const { data } = await discard(id)
    if (!data || data.count === 0) return
    const { operationId } = data
    toast.plain('Nothing was written in it, so the untitled lore was not kept.', {
      ...(campaignId && { undo: () => void restore(campaignId, operationId) }),
    })
  }

  useEffect(() => {
    if (state?.isNew && !begun().includes(id)) keep([...begun(), id])
  }, [id, state?.isNew])
  useEffect(() => {
    // The address is the next screen's only once that is there.
    return () => void setTimeout(() => void leave(), 0)
  }, [id, fields])
}

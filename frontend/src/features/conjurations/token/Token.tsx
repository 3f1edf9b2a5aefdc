import { useEffect } from 'react'
import { may } from '#domain/entitlements.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { primaryAmong } from '../../../data/followed-images.ts'
import { useConjurationImagesQuery } from '../../../data/images.ts'
import { standingOf, today, useMe } from '../../../data/me.ts'
import { toast } from '../../../ui/toast.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { TokenUpsell } from './TokenUpsell.tsx'

interface Props {
  row: ConjurationItem
  onClose: () => void
}

/** A token of the lore's primary image, or the reason why there is none. */
export const Token = ({ row, onClose }: Props) => {
  const { data, error } = useConjurationImagesQuery(row.id)
  const isPro = may(standingOf(useMe()), 'tokens', today())
  const primary = data && primaryAmong(data.rows)
  const refusal = !isPro
    ? null
    : error && !data
      ? 'The pictures of this lore could not be loaded.'
      : data && refusalOf(primary)

  useEffect(() => {
    if (!refusal) return
    toast.error(refusal)
    onClose()
  }, [refusal, onClose])

  if (!isPro) return <TokenUpsell uri={primary?.uri ?? row.imageUri} onClose={onClose} />
  if (!primary?.uri || refusal) return null
  return <TokenDialog picture={primary} uri={primary.uri} name={row.name} onClose={onClose} />
}

const refusalOf = (primary: { uri: string | null; nsfw: boolean } | null | undefined) => {
  if (!primary?.uri) return 'No primary image found for this lore item.'
  return primary.nsfw ? 'Token generation does not support NSFW images.' : null
}

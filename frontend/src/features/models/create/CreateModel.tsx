import { useEffect } from 'react'
import { may } from '#domain/entitlements.ts'
import { primaryAmong } from '../../../data/followed-images.ts'
import { useConjurationImagesQuery, useImageQuery } from '../../../data/images.ts'
import { selectEntitlements, today, useMe } from '../../../data/me.ts'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { toast } from '../../../ui/toast.ts'
import { mayGenerate } from '../model.ts'
import { CreateSteps } from './CreateSteps.tsx'
import { pictureOf, titleOf } from './picture.ts'
import { Upsell } from './Upsell.tsx'

interface Lore {
  id: string
  name: string
  campaignId: string
}

interface Props {
  /** Lore whose primary image becomes a model. */
  lore?: Lore
  /** An image that becomes a model. */
  imageId?: string
  prompt?: string
  onClose: () => void
}

/** Creates a 3D model, or explains who can. */
export const CreateModel = ({ lore, imageId, prompt, onClose }: Props) => {
  const me = useMe()
  const campaign = useCampaign()
  const isAllowed = lore ? may(selectEntitlements(me), 'conjurationModels', today()) : mayGenerate(me)
  if (!isAllowed) return <Upsell isOfLore={lore !== undefined} onClose={onClose} />
  if (lore) return <FromLore lore={lore} onClose={onClose} />
  if (!campaign) return null
  const steps = { campaignId: campaign.id, onClose }
  return imageId ? <FromImage imageId={imageId} {...steps} /> : <CreateSteps prompt={prompt} {...steps} />
}

/** Begins with an image; without access to it, with the choice. */
const FromImage = ({ imageId, ...steps }: { imageId: string; campaignId: string; onClose: () => void }) => {
  const { data, isError } = useImageQuery(imageId)
  const row = data?.rows[0]
  if (row?.uri) return <CreateSteps picture={pictureOf({ ...row, uri: row.uri }, titleOf(row))} {...steps} />
  return data || isError ? <CreateSteps {...steps} /> : null
}

/** Begins with the lore's primary image, or reports why it cannot become a model. */
const FromLore = ({ lore, onClose }: { lore: Lore; onClose: () => void }) => {
  const { data, error } = useConjurationImagesQuery(lore.id)
  const primary = data && primaryAmong(data.rows)
  const refusal = error && !data ? 'The pictures of this lore could not be loaded.' : data && refusalOf(primary)
  useEffect(() => {
    if (!refusal) return
    toast.error(refusal)
    onClose()
  }, [refusal, onClose])
  if (!primary?.uri || refusal) return null
  return (
    <CreateSteps
      campaignId={lore.campaignId}
      conjurationId={lore.id}
      picture={pictureOf({ ...primary, uri: primary.uri }, lore.name)}
      onClose={onClose}
    />
  )
}

const refusalOf = (primary: { uri: string | null; nsfw: boolean } | null | undefined) => {
  if (!primary?.uri) return 'No primary image found for this lore item.'
  return primary.nsfw ? '3D model generation does not support NSFW images.' : null
}

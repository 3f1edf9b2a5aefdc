import { useNavigate } from 'react-router'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { type Campaign, mayManage } from '../../data/campaigns.ts'
import { useChangeConjurationMutation, useCreateConjurationMutation } from '../../data/conjurations.ts'
import { bufferKeys, type EarlyInput, longestRequestMs, stopBuffering } from '../../ui/early-keys.ts'
import { toast } from '../../ui/toast.ts'
import { conjurationPath } from './paths.ts'

const notShownYet = 'Only you and the DMs see it until you show it to the campaign.'

/** Creates lore in a folder, or at the root, and opens it. */
export const useAddConjuration = (campaign: Campaign) => {
  const navigate = useNavigate()
  const [createConjuration, { isLoading: isMaking }] = useCreateConjurationMutation()
  const [changeConjuration] = useChangeConjurationMutation()
  const addLore = async (collectionId: string | null, typed?: EarlyInput): Promise<void> => {
    // The name of the new lore gets the focus once its page is there: keys are buffered until then.
    bufferKeys(typed, longestRequestMs)
    const { data, error } = await createConjuration({ id: newId(), campaignId: campaign.id, collectionId })
    if (error) {
      const unsent = stopBuffering()
      const act = { label: 'Try again', run: () => void addLore(collectionId, unsent) }
      toast.error(messageOf(error, 'Failed to create lore. Please try again.'), { act })
      return
    }
    // New lore of a DM is hidden from players; the notice avoids a later surprise.
    toast.success('Lore created!', mayManage(campaign) ? { context: notShownYet, duration: 5_000 } : {})
    // The page of the lore needs this module too.
    const { storeLeftInput } = await import('../../writing/typed-early.ts')
    const name = storeLeftInput(sessionStorage, data.id)
    await navigate(conjurationPath(data.id), { state: { isNew: true } })
    if (name === '') return
    const renamed = await changeConjuration({ id: data.id, changes: { name } })
    if (renamed.error) toast.error(messageOf(renamed.error, 'The name could not be saved. Please type it again.'))
  }
  return { addLore, isMaking }
}

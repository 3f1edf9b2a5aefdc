import { asVisibleTo, can, viewerAs } from '#domain/rights.ts'
import { trashDays } from '#domain/trash.ts'
import { messageOf } from '../base/problem.ts'
import { useCampaignsQuery, writerIn } from '../data/campaigns.ts'
import { useMe } from '../data/me.ts'
import { useUndoOperationMutation } from '../data/operations.ts'
import { formatCount } from '../ui/figures.ts'
import { toast } from '../ui/toast.ts'

interface Owned {
  userId: string
  campaignId: string | null
}

/** The user's permission to move items to another campaign, and a hint about items that must stay. */
export interface MovingAway {
  isForbidden: boolean
  hint: string | undefined
}

/** Checks which items the user may move to another campaign. The `noun` of `of` names one item, such as 'lore item'. */
export const useMovingAway = () => {
  const me = useMe()
  const { data } = useCampaignsQuery()
  const campaignOf = (id: string | null) => data?.rows.find((campaign) => campaign.id === id)
  const mayMove = ({ userId: ownerId, campaignId }: Owned): boolean => {
    const campaign = campaignOf(campaignId)
    const viewer = campaign ? writerIn(campaign, me.id) : viewerAs(me.id, null, undefined)
    return can(viewer, 'moveToCampaign', asVisibleTo(viewer, { ownerId, campaignId }))
  }
  const mayReturn = (campaignId: string | null) => {
    const campaign = campaignOf(campaignId)
    return campaign !== undefined && can(writerIn(campaign, me.id), 'returnLore', { campaignId })
  }
  return {
    mayMove,
    /** Returns true if this user may return lore that was moved out of the campaign: its owner may. */
    mayReturn,
    of(things: readonly Owned[], noun: string): MovingAway {
      const stay = things.filter((thing) => !mayMove(thing)).length
      const who = `Only the person who made ${stay === 1 ? 'it' : 'them'} and the campaign's owner`
      if (stay > 0 && stay === things.length)
        return { isForbidden: true, hint: `${who} can move ${stay === 1 ? 'it' : 'them'} to another campaign.` }
      return {
        isForbidden: false,
        hint:
          stay === 0
            ? undefined
            : `${formatCount(stay, noun)} will stay here. ${who} can move ${stay === 1 ? 'it' : 'them'} to another campaign.`,
      }
    },
  }
}

/** Shown after lore was moved out of another owner's campaign. */
export const returnNote = `The campaign's owner can take it back from the Trash for ${trashDays} days.`

/** Undoes moves to another campaign, also from campaigns that the user cannot access: each bulk request was one operation. */
export const useTakeBackMoves = () => {
  const [undoOperation] = useUndoOperationMutation()
  return async (answers: readonly { operationId: string }[]) => {
    for (const { operationId } of answers) {
      const { error } = await undoOperation(operationId)
      if (error) toast.error(messageOf(error, 'It could not be taken back.'))
    }
  }
}

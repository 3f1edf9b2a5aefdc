import { type ReactNode, useState } from 'react'
import type { Member } from '#projections/answers.ts'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import {
  useChangeMemberRoleMutation,
  useRemoveMemberMutation,
  useTransferOwnershipMutation,
} from '../../../data/members.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { leavingText, useLeaving } from '../use-leaving.ts'

type Confirmation = 'transfer' | 'remove' | 'leave'

export interface MemberActs {
  changeRole: (member: Member, role: 1 | 2) => void
  /** Requests a confirmation. */
  confirm: (act: Confirmation, member: Member) => void
  /** The dialog, to be rendered. */
  dialog: ReactNode
}

interface Question {
  title: string
  text: string
  loss?: string
  confirm: string
  danger: boolean
}

/** The texts of the confirmations, for the member `name`. */
const questionsOf = (name: string, campaign: Campaign): Record<Confirmation, Question> => ({
  transfer: {
    title: `Transfer ownership to ${name}?`,
    text: `${name} becomes the owner of ${campaign.name}, and you stay in it as a Dungeon Master.`,
    loss: `From then on only ${name} can change roles, delete the campaign or give it back.`,
    confirm: 'Transfer Ownership',
    danger: true,
  },
  remove: {
    title: `Remove ${name} from ${campaign.name}?`,
    text: 'They lose access to the campaign at once, and the invitation that they came by ends. What they made stays.',
    confirm: 'Remove',
    danger: true,
  },
  leave: { title: `Leave ${campaign.name}?`, text: leavingText, confirm: 'Leave Campaign', danger: true },
})

/** Actions for members of a campaign. */
export const useMemberActs = (campaign: Campaign): MemberActs => {
  const [pending, setPending] = useState<{ act: Confirmation; member: Member }>()
  const [isOpen, setOpen] = useState(false)
  const [changeRole] = useChangeMemberRoleMutation()
  const [removeMember] = useRemoveMemberMutation()
  const [transfer] = useTransferOwnershipMutation()
  const leave = useLeaving()
  const campaignId = campaign.id

  const acts: Record<Confirmation, (member: Member) => Promise<unknown>> = {
    async transfer({ userId }) {
      const { error } = await transfer({ campaignId, newOwnerId: userId })
      if (error) toast.error(messageOf(error, 'The ownership could not be transferred. Please try again.'))
    },
    async remove({ userId, username }) {
      const { error } = await removeMember({ campaignId, userId })
      if (error) toast.error(messageOf(error, `${username} could not be removed. Please try again.`))
      else toast.success(`${username} was removed.`)
    },
    leave: () => leave(campaign),
  }

  return {
    async changeRole({ userId, username, role: before }, role) {
      if (role === before) return
      const { error } = await changeRole({ campaignId, userId, role })
      if (error) toast.error(messageOf(error, `The role of ${username} could not be changed. Please try again.`))
    },
    confirm(act, member) {
      setPending({ act, member })
      setOpen(true)
    },
    dialog: pending && (
      <ConfirmDialog
        opened={isOpen}
        {...questionsOf(pending.member.username, campaign)[pending.act]}
        onConfirm={() => acts[pending.act](pending.member)}
        onClose={() => setOpen(false)}
      />
    ),
  }
}

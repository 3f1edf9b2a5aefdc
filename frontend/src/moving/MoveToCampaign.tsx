import { useState } from 'react'
import { messageOf, type RequestError } from '../base/problem.ts'
import { describeSkipped } from '../data/bulk.ts'
import { useCampaignsQuery } from '../data/campaigns.ts'
import { Choices } from '../ui/Choices.tsx'
import { MoveModal } from '../ui/MoveModal.tsx'
import { toast } from '../ui/toast.ts'
import classes from './move-to-campaign.module.css'
import { useMovingAway } from './moving-away.ts'

interface Moved {
  count: number
  skipped: { id: string; code: string; reason: string }[]
}

interface Props {
  items: readonly { id: string; userId: string; campaignId: string | null }[]
  noun: 'image' | 'map' | 'model'
  /** The current campaign, which is not offered. */
  from: string | null
  isBusy: boolean
  onMove: (to: { id: string; name: string }) => Promise<{ data?: Moved | undefined; error?: RequestError | unknown }>
  /** Shown if the request fails without a reason. */
  failed: string
  /** Shown once all items were moved. */
  succeeded: (count: number, campaign: string) => string
  onMoved: () => void
  onClose: () => void
}

/** Moves items to another campaign of the user. */
export const MoveToCampaign = ({ items, noun, from, isBusy, onMove, failed, succeeded, onMoved, onClose }: Props) => {
  const { data } = useCampaignsQuery()
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const away = useMovingAway().of(items, noun)
  const campaigns = (data?.rows ?? []).filter(({ id }) => id !== from)
  const count = items.length

  const move = async () => {
    const campaign = campaigns.find(({ id }) => id === to)
    if (!campaign) return setProblem('Please select a campaign')
    const { data, error } = await onMove(campaign)
    if (!data) return setProblem(messageOf(error, failed))
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${count} items, but only moved ${data.count}`, { context: describeSkipped(data) })
    else toast.success(succeeded(data.count, campaign.name))
    onMoved()
  }

  return (
    <MoveModal
      title={`Move ${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`}
      problem={problem}
      isBusy={isBusy}
      disabled={campaigns.length === 0 || away.isForbidden}
      hint={campaigns.length === 0 ? undefined : away.hint}
      onMove={move}
      onClose={onClose}
    >
      {campaigns.length === 0 ? (
        <p className={classes.none}>You have no other campaign to move to.</p>
      ) : (
        <Choices
          label="Where to"
          value={to}
          choices={campaigns.map(({ id, name, rpgSystemCode }) => ({
            value: id,
            label: <span className={classes.campaign}>{name}</span>,
            detail: <small className={classes.system}>{rpgSystemCode}</small>,
          }))}
          onChange={(id) => {
            setTo(id)
            setProblem(undefined)
          }}
        />
      )}
    </MoveModal>
  )
}

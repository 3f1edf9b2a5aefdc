import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { useCopyPastMutation, usePastFoldersQuery } from '../../data/past.ts'
import { useUsageQuery } from '../../data/usage.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'

/** Copies the campaign of that time into a read-only campaign of the user. */
export const CopyButton = ({ campaignId, at }: { campaignId: string; at: string }) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = usePastFoldersQuery({ campaignId, at, parentId: null })
  const { data: usage } = useUsageQuery(undefined, { skip: !isOpen, refetchOnMountOrArgChange: true })
  const [copy] = useCopyPastMutation()
  const limit = usage
    ? ` You have made ${usage.copies.count} of the ${usage.copies.most} copies that you can make in an hour.`
    : ''
  const make = async () => {
    if (!data) return
    const { error } = await copy({ campaignId, position: data.position })
    if (error) toast.error(messageOf(error, 'It could not be copied. Please try again.'))
    else toast.info('The copy is being made', { context: 'You find it among your campaigns.' })
  }
  return (
    <>
      <Button variant="default" leftSection={<IconCopy size={15} />} disabled={!data} onClick={() => setOpen(true)}>
        Make a copy
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title="Make a copy of the campaign as it was?"
        text={`It shows what you saw on ${dateTimeOf(at)} and may see now: folders, lore, pictures and relationships. It is a campaign of your own, and nothing in it can be changed.${limit}`}
        confirm="Make a copy"
        onConfirm={make}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

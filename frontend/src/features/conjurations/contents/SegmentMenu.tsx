import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconHistory,
  IconShield,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../../ui/stays-in-trash.ts'
import classes from './contents.module.css'
import type { SegmentActs } from './use-segments.ts'

interface Props {
  segment: SegmentItem
  acts: SegmentActs
  isFirst: boolean
  isLast: boolean
  /** True if the viewer may change the segment's visibility. */
  mayHide: boolean
}

/** Moves a segment, changes its visibility, or deletes it. */
export const SegmentMenu = ({ segment, acts, isFirst, isLast, mayHide }: Props) => {
  const { id, type, title, isForDms, campaignId } = segment
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={classes.tools}>
      <ActionIcon aria-label={`Move ${title} up`} disabled={isFirst} onClick={() => void acts.step(id, -1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label={`Move ${title} down`} disabled={isLast} onClick={() => void acts.step(id, 1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <Menu position="bottom-end" width={220} shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${title}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {campaignId && mayHide && (
            <Menu.Item
              leftSection={isForDms ? <IconUsers size={15} /> : <IconShield size={15} />}
              onClick={() => void acts.change(id, { isForDms: !isForDms })}
            >
              {isForDms ? 'Show to all who see the lore' : 'Show to DMs only'}
            </Menu.Item>
          )}
          {type === 'STORY' && (
            <Menu.Item leftSection={<IconHistory size={15} />} onClick={() => acts.showHistory(id)}>
              History
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconTrash size={15} />} onClick={() => setAsking(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title="Delete this content?"
        text={
          <b className="serif" dir="auto">
            {title}
          </b>
        }
        {...(campaignId && { loss: staysInTrash(1) })}
        confirm="Delete"
        danger
        onConfirm={() => acts.remove(id)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

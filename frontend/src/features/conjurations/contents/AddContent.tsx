import { Button, Menu } from '@mantine/core'
import { IconAlignLeft, IconPhoto, IconPlus, IconVectorTriangle } from '@tabler/icons-react'
import type { SegmentType } from '#domain/segment-words.ts'
import { useIsOffline } from '../../../base/online.ts'
import classes from './contents.module.css'

interface Props {
  where: 'top' | 'end'
  /** True if the lore has no content yet. */
  isFirst: boolean
  onAdd: (type: SegmentType) => unknown
}

const kinds = [
  { type: 'STORY', label: 'Text', icon: <IconAlignLeft size={15} /> },
  { type: 'RELATIONSHIPS', label: 'Relationships', icon: <IconVectorTriangle size={15} /> },
  { type: 'GALLERY', label: 'Image Gallery', icon: <IconPhoto size={15} /> },
] as const

/** The menu that adds a content, above all others or below them. */
export const AddContent = ({ where, isFirst, onAdd }: Props) => {
  const isOffline = useIsOffline()
  return (
    <div className={classes.add} data-where={where}>
      {isFirst && <p className={classes.none}>Texts, relationships and pictures follow the description.</p>}
      <Menu position="bottom-start" width={200} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            aria-label={where === 'top' ? 'Add content at the top' : undefined}
          >
            Add content
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map(({ type, label, icon }) => (
            <Menu.Item key={type} leftSection={icon} disabled={isOffline} onClick={() => void onAdd(type)}>
              {label}
            </Menu.Item>
          ))}
          {isOffline && <Menu.Label>You are offline: add content once you are back.</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

import { IconLock, IconShield, IconUsers, IconWorld } from '@tabler/icons-react'
import { Badge } from './Badge.tsx'

const visibilities = {
  PRIVATE: { colour: 'walnut', name: 'Private', icon: <IconLock size={13} /> },
  DM: { colour: 'orchil', name: 'DM', icon: <IconShield size={13} /> },
  CAMPAIGN: { colour: 'verdigris', name: 'Campaign', icon: <IconUsers size={13} /> },
  PUBLIC: { colour: 'woad', name: 'Public', icon: <IconWorld size={13} /> },
} as const

/** The visibility of a folder or lore. */
export const VisibilityBadge = ({ visibility }: { visibility: keyof typeof visibilities }) => {
  const { colour, name, icon } = visibilities[visibility]
  return (
    <Badge colour={colour} icon={icon}>
      {name}
    </Badge>
  )
}

import { IconLock, IconShield, IconUsers, IconWorld } from '@tabler/icons-react'
import { Badge } from './Badge.tsx'

const visibilities = {
  PRIVATE: { dye: 'walnut', name: 'Private', icon: <IconLock size={13} /> },
  DM: { dye: 'orchil', name: 'DM', icon: <IconShield size={13} /> },
  CAMPAIGN: { dye: 'verdigris', name: 'Campaign', icon: <IconUsers size={13} /> },
  PUBLIC: { dye: 'woad', name: 'Public', icon: <IconWorld size={13} /> },
} as const

/** Who sees a folder or lore. */
export const VisibilityBadge = ({ visibility }: { visibility: keyof typeof visibilities }) => {
  const { dye, name, icon } = visibilities[visibility]
  return (
    <Badge dye={dye} icon={icon}>
      {name}
    </Badge>
  )
}

import { IconLock, IconShield, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Visibility } from '#domain/access.ts'

export const visibilityKinds: Record<Visibility, { label: string; icon: ReactNode }> = {
  PRIVATE: { label: 'Private', icon: <IconLock size={18} /> },
  DM: { label: 'DM', icon: <IconShield size={18} /> },
  CAMPAIGN: { label: 'Campaign', icon: <IconUsers size={18} /> },
}

/** Outside of a campaign only the owner sees lore, whatever its visibility. */
export const visibilityIn = (campaignId: string | null, seen: Visibility): Visibility =>
  campaignId === null ? 'PRIVATE' : seen

/** Describes a visibility. */
export const saysSeen = (seen: Visibility, isMine: boolean): string => {
  if (seen === 'CAMPAIGN') return 'Visible to all campaign members'
  if (seen === 'DM') return isMine ? 'Visible to you and DMs' : 'Visible to its author and DMs'
  return isMine ? 'Visible to you alone' : 'Visible to its author alone'
}

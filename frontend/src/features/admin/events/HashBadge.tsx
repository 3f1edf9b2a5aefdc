import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { Badge } from '../../../ui/Badge.tsx'

/** Whether an event is what was linked in the audit chain, read and hashed as it was asked for. */
export const HashBadge = ({ hash }: { hash: 'verified' | 'altered' }) =>
  hash === 'verified' ? (
    <Badge colour="lichen" icon={<IconShieldCheck size={13} aria-hidden="true" />}>
      Hash verified
    </Badge>
  ) : (
    <Badge colour="madder" icon={<IconShieldX size={13} aria-hidden="true" />}>
      Not what was linked
    </Badge>
  )

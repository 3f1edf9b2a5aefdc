import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { Badge } from '../../../ui/Badge.tsx'

/** Shows if an event still matches its hash in the audit chain, verified at request time. */
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

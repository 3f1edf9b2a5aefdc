import type { AdminUser } from '#domain/me.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { usePeople } from './use-people.ts'

interface Props {
  user: Pick<AdminUser, 'id' | 'name'>
  onClose: () => void
}

/** Requests a confirmation and a reason for an impersonation; the log records the reason with every action. */
export const ImpersonateDialog = ({ user: { id, name }, onClose }: Props) => {
  const people = usePeople()
  return (
    <ReasonDialog
      title={`Impersonate ${name}?`}
      act="Impersonate"
      description="Kept in the event log."
      otherwise="Failed to impersonate user"
      onClose={onClose}
      onReason={(reason) => people.impersonate(id, reason)}
    >
      You will see and change what they can, as them, for an hour at most. What you do is recorded as theirs, with your
      name and your reason beside it.
    </ReasonDialog>
  )
}

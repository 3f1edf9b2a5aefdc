import { useLocation, useNavigate } from 'react-router'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { useLookMutation } from '../../../data/audit.ts'

interface Props {
  accountId: string
  /** The moment that is about to be seen, where it is not now. */
  position: string | undefined
  onLooked: () => void
}

/** Before an account is opened: why. Nothing of it is there until then, not even its name. */
export const LookDialog = ({ accountId, position, onLooked }: Props) => {
  const navigate = useNavigate()
  const [look] = useLookMutation()
  const { key } = useLocation()
  /** Back to where it was opened, with what was searched there; an address that was typed or reloaded has no such place. */
  const leave = () => void (key === 'default' ? navigate('/audit', { replace: true }) : navigate(-1))
  return (
    <>
      <title>Open an account · Loreloom</title>
      <ReasonDialog
        title="Why do you open this account?"
        act="Open account"
        otherwise="Failed to open the account"
        onClose={leave}
        onReason={async (reason) => {
          await look({ userId: accountId, reason, ...(position ? { position } : {}) }).unwrap()
          onLooked()
        }}
      >
        You will see its plan, payments, credits and sign-ins at any moment, for the next eight hours.
      </ReasonDialog>
    </>
  )
}

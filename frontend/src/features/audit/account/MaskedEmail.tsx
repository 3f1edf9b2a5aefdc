import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { useRevealEmailMutation } from '../../../data/audit.ts'
import textButton from '../../../ui/text-button.module.css'
import classes from './audit-account.module.css'

/** An address, masked until the auditor gives a reason; revealed while this page is open. */
export const MaskedEmail = ({ accountId, masked }: { accountId: string; masked: string }) => {
  const [reveal, { reset }] = useRevealEmailMutation()
  const [isAsking, dialog] = useDisclosure(false)
  const [shown, setShown] = useState<string | null>()
  if (shown !== undefined) return <span className={classes.email}>{shown ?? 'Forgotten'}</span>
  if (!masked) return <span>No e-mail: forgotten</span>
  return (
    <>
      <span>{masked}</span>
      <button type="button" className={`${textButton.button} ${classes.reveal}`} onClick={dialog.open}>
        Reveal e-mail
      </button>
      <ReasonDialog
        opened={isAsking}
        title="Reveal the e-mail address?"
        act="Reveal"
        otherwise="Failed to reveal the address"
        onClose={dialog.close}
        onReason={async (reason) => {
          const { email } = await reveal({ accountId, reason }).unwrap()
          // The revealed address is not cached beyond this page.
          reset()
          setShown(email)
        }}
      >
        Most questions are answered without it.
      </ReasonDialog>
    </>
  )
}

import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useMe } from '../me.ts'
import classes from './sidebar.module.css'

const CreditsModal = lazy(async () => ({
  default: (await import('../../features/credits/CreditsModal.tsx')).CreditsModal,
}))

/** What may be spent now; it moves by event, wherever the credits were spent. */
export const CreditCounter = () => {
  const { imageCredits } = useMe()
  const [isOpen, modal] = useDisclosure(false)
  const shown = imageCredits.toLocaleString('en')
  return (
    <>
      <button type="button" className={classes.credits} onClick={modal.open} aria-haspopup="dialog">
        <span key={imageCredits} className={classes.balance} data-testid="credits">
          {shown}
        </span>
        <span className={classes.meta}>image credits</span>
        <span className={classes.plus} aria-hidden="true">
          <IconPlus size={15} />
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <CreditsModal onClose={modal.close} />
        </Suspense>
      )}
    </>
  )
}

import { lazy } from 'react'
import { Part } from '../../ui/Part.tsx'
import { closeOverlay, useOverlay } from '../overlay.ts'

const CreditsModal = lazy(async () => ({
  default: (await import('../../features/credits/CreditsModal.tsx')).CreditsModal,
}))
const Wizard = lazy(async () => ({ default: (await import('../../features/templates/wizard/Wizard.tsx')).Wizard }))
const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }))
const Celebration = lazy(async () => ({
  default: (await import('../../features/account/Celebration.tsx')).Celebration,
}))

/** The dialogs that anything may ask for. */
export const Overlays = () => {
  const overlay = useOverlay()
  if (!overlay) return null
  return (
    <Part onFailed={closeOverlay}>
      {overlay.kind === 'credits' && <CreditsModal onClose={closeOverlay} />}
      {overlay.kind === 'upgrade' && <UpgradeDialog wanted={overlay.wanted} onClose={closeOverlay} />}
      {overlay.kind === 'celebration' && <Celebration plan={overlay.plan} onClose={closeOverlay} />}
      {overlay.kind === 'fromTemplate' && <Wizard {...overlay} onClose={closeOverlay} />}
    </Part>
  )
}

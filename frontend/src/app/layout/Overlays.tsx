import { lazy } from 'react'
import { Part } from '../../ui/Part.tsx'
import { closeOverlay, useOverlay } from '../overlay.ts'

const CreditsModal = lazy(async () => ({
  default: (await import('../../features/credits/CreditsModal.tsx')).CreditsModal,
}))
const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }))

/** The dialogs that anything may ask for. */
export const Overlays = () => {
  const overlay = useOverlay()
  if (!overlay) return null
  return (
    <Part onFailed={closeOverlay}>
      {overlay.kind === 'credits' ? (
        <CreditsModal onClose={closeOverlay} />
      ) : (
        <UpgradeDialog wanted={overlay.wanted} onClose={closeOverlay} />
      )}
    </Part>
  )
}

import { lazy, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { closeOverlay, closeOverlaysOfPage, type Overlay, useOverlays } from '../../base/overlay.ts'
import { Part } from '../../ui/Part.tsx'

const CreditsModal = lazy(async () => ({
  default: (await import('../../features/credits/CreditsModal.tsx')).CreditsModal,
}))
const Wizard = lazy(async () => ({ default: (await import('../../features/templates/wizard/Wizard.tsx')).Wizard }))
const SupportCenter = lazy(async () => ({ default: (await import('./support/SupportCenter.tsx')).SupportCenter }))
const CreateModel = lazy(async () => ({
  default: (await import('../../features/models/create/CreateModel.tsx')).CreateModel,
}))
const UpgradeDialog = lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog }))
const Celebration = lazy(async () => ({
  default: (await import('../../features/account/Celebration.tsx')).Celebration,
}))

const ExportDialog = lazy(async () => ({
  default: (await import('../../features/exports/ExportDialog.tsx')).ExportDialog,
}))

/** Renders the dialogs that any part of the app may open with `openOverlay`. */
export const Overlays = () => {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const page = useRef(pathname)
  useEffect(() => {
    if (page.current !== pathname && type === 'POP') closeOverlaysOfPage()
    page.current = pathname
  }, [pathname, type])
  return useOverlays().map((overlay) => <Shown key={overlay.kind} overlay={overlay} />)
}

const Shown = ({ overlay }: { overlay: Overlay }) => (
  <Part onFailed={closeOverlay}>
    {overlay.kind === 'credits' && <CreditsModal onClose={closeOverlay} />}
    {overlay.kind === 'support' && <SupportCenter type={overlay.type} onClose={closeOverlay} />}
    {overlay.kind === 'upgrade' && <UpgradeDialog wanted={overlay.wanted} onClose={closeOverlay} />}
    {overlay.kind === 'celebration' && <Celebration plan={overlay.plan} onClose={closeOverlay} />}
    {overlay.kind === 'export' && <ExportDialog {...overlay.of} onClose={closeOverlay} />}
    {overlay.kind === 'createModel' && <CreateModel {...overlay} onClose={closeOverlay} />}
    {overlay.kind === 'fromTemplate' && <Wizard {...overlay} onClose={closeOverlay} />}
  </Part>
)

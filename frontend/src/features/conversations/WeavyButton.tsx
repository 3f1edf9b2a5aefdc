import { IconMessageCircle } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { openOverlay } from '../../base/overlay.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Part } from '../../ui/Part.tsx'
import classes from './weavy-button.module.css'
import type { WeavyView } from './weavy-view.ts'

const load = async () => ({ default: (await import('./WeavyDialog.tsx')).WeavyDialog })
const WeavyDialog = lazy(load)

/** Paths of screens without the button: those outside of a campaign, and the screen of the conversations. */
const without = /^\/(admin|audit|conversations|verify-email|campaigns\/(new|invite))(\/|$)/

/** The button that opens the Weavy dialog, on every screen of a campaign. Impersonators and copies of past campaigns have none. */
export const WeavyButton = () => {
  const { pathname } = useLocation()
  const { impersonatedBy } = useMe()
  const campaign = useCampaign()
  if (!campaign || campaign.asOf || impersonatedBy !== null) return null
  return <ButtonIn key={campaign.id} campaign={campaign} isHidden={without.test(pathname)} />
}

const ButtonIn = ({ campaign, isHidden }: { campaign: Campaign; isHidden: boolean }) => {
  const mayConverse = may(selectEntitlements(useMe()), 'conversations', today())
  const [isOpen, setOpen] = useState(false)
  const [view, setView] = useState<WeavyView>({ conversationId: null, isHistory: false, isFull: false })
  const button = useRef<HTMLButtonElement>(null)
  // The button takes the focus when the dialog closes. Until then it is transparent, since browsers do not focus a hidden element.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isHidden) return null
  return (
    <>
      {isOpen && (
        <Part onFailed={() => setOpen(false)}>
          <WeavyDialog campaignId={campaign.id} view={view} setView={setView} onClose={() => setOpen(false)} />
        </Part>
      )}
      <button
        ref={button}
        type="button"
        className={classes.button}
        data-open={isOpen || undefined}
        aria-hidden={isOpen}
        tabIndex={isOpen ? -1 : 0}
        aria-label="Weavy"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title="Ask Weavy"
        onPointerEnter={() => void (mayConverse && load())}
        onClick={() => {
          if (mayConverse) setOpen(true)
          else openOverlay({ kind: 'upgrade', wanted: 'conversations' })
        }}
      >
        <IconMessageCircle size={22} aria-hidden="true" />
      </button>
    </>
  )
}

import { ActionIcon, FocusTrap, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconHistory,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useConjurationQuery } from '../../data/conjuration.ts'
import { ConnectionBanner } from '../../realtime/ConnectionBanner.tsx'
import { Chat, useChatKey } from './Chat.tsx'
import { History } from './History.tsx'
import type { Chip } from './use-draft.ts'
import { LeavingProvider } from './use-open-source.ts'
import classes from './weavy-dialog.module.css'
import type { WeavyView } from './weavy-view.ts'

interface Props {
  campaignId: string
  view: WeavyView
  setView: (change: (before: WeavyView) => WeavyView) => void
  onClose: () => void
}

/** Returns the lore whose page is on screen, if it has a name and belongs to the campaign. */
const usePageLore = (campaignId: string): Chip | undefined => {
  const { pathname } = useLocation()
  const id = matchPath('/lore/view/:id', pathname)?.params.id
  const { currentData } = useConjurationQuery(id ?? '', { skip: id === undefined })
  const row = currentData?.rows[0]
  if (!row || row.campaignId !== campaignId || row.name.trim() === '') return undefined
  return { id: row.id, kind: 'lore', name: row.name, imageUri: row.imageUri }
}

/** The Weavy dialog. The screen stays usable next to it, except on a phone and in full screen, where the dialog covers it. */
export const WeavyDialog = ({ campaignId, view, setView, onClose }: Props) => {
  const { conversationId, isHistory } = view
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const isFull = view.isFull || isPhone
  const pageLore = usePageLore(campaignId)
  const dialog = useRef<HTMLElement>(null)
  const [chatKey, markStarted] = useChatKey(conversationId)
  const change = (changes: Partial<WeavyView>) => setView((before) => ({ ...before, ...changes }))
  const open = (id: string | null) => change({ conversationId: id, isHistory: false })

  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [conversationId, isHistory])

  // A dialog that covers the screen would hide the page that a link opens.
  const leave = () => {
    if (isPhone) onClose()
    else if (view.isFull) change({ isFull: false })
  }

  return (
    <LeavingProvider value={leave}>
      <FocusTrap active={isFull} innerRef={dialog}>
        <section
          className={classes.dialog}
          data-full={isFull || undefined}
          data-at-corner={!isFull || undefined}
          role="dialog"
          aria-label="Weavy"
          aria-modal={isFull}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onClose()
          }}
        >
          {isFull && <ConnectionBanner />}
          <Head view={view} isPhone={isPhone} onChange={change} onOpen={open} onClose={onClose} />
          {isHistory ? (
            <History
              campaignId={campaignId}
              currentId={conversationId}
              onOpen={open}
              onClosed={() => change({ conversationId: null })}
            />
          ) : (
            <Chat
              key={chatKey}
              campaignId={campaignId}
              conversationId={conversationId}
              pageLore={pageLore}
              isCompact
              onStarted={(id) => {
                if (!markStarted(id)) return
                setView((before) => (before.conversationId === null ? { ...before, conversationId: id } : before))
              }}
              onMissing={() => change({ conversationId: null })}
            />
          )}
        </section>
      </FocusTrap>
    </LeavingProvider>
  )
}

interface HeadProps {
  view: WeavyView
  isPhone: boolean
  onChange: (changes: Partial<WeavyView>) => void
  onOpen: (conversationId: string | null) => void
  onClose: () => void
}

const Head = ({ view: { isHistory, isFull: isFullScreen }, isPhone, onChange, onOpen, onClose }: HeadProps) => (
  <header className={classes.head}>
    {isHistory && (
      <Act label="Back" onClick={() => onChange({ isHistory: false })} hasFocus>
        <IconArrowLeft size={18} />
      </Act>
    )}
    <h2>{isHistory ? 'History' : 'Weavy'}</h2>
    <Act label="New conversation" onClick={() => onOpen(null)}>
      <IconPlus size={18} />
    </Act>
    {!isHistory && (
      <Act label="History" onClick={() => onChange({ isHistory: true })}>
        <IconHistory size={18} />
      </Act>
    )}
    {!isPhone && (
      <Act
        label={isFullScreen ? 'Leave full screen' : 'Full screen'}
        onClick={() => onChange({ isFull: !isFullScreen })}
      >
        {isFullScreen ? <IconArrowsDiagonalMinimize2 size={18} /> : <IconArrowsDiagonal size={18} />}
      </Act>
    )}
    <Act label="Close" onClick={onClose}>
      <IconX size={18} />
    </Act>
  </header>
)

interface ActProps {
  label: string
  onClick: () => void
  /** True if the button takes the focus when it appears. */
  hasFocus?: boolean
  children: ReactNode
}

const Act = ({ label, onClick, hasFocus = false, children }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick} data-autofocus={hasFocus || undefined}>
      {children}
    </ActionIcon>
  </Tooltip>
)

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Campaign } from '../../data/campaigns.ts'
import { useConversationQuery } from '../../data/conversations.ts'
import { useMe } from '../../data/me.ts'
import { useArrivingIn, useCampaign } from '../../data/selected-campaign.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { Chat, useChatKey } from './Chat.tsx'
import classes from './conversations.module.css'
import { History } from './History.tsx'
import { titleOf } from './periods.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { useDeletion } from './use-deletion.ts'

/** `/conversations` and `/conversations/:id`: the list next to the open conversation; on a phone one of them at a time. */
export const ConversationsPage = () => {
  const campaign = useCampaign()
  const { impersonatedBy } = useMe()
  if (!campaign) return null
  if (impersonatedBy !== null)
    return (
      <Closed text="Conversations are read and written by their own user alone. Stop impersonating to open yours." />
    )
  if (campaign.asOf)
    return <Closed text="This campaign is a copy of the past. Conversations belong to the campaign itself." />
  return <CampaignConversations key={campaign.id} campaign={campaign} />
}

const Closed = ({ text }: { text: string }) => (
  <>
    <title>Weavy · Loreloom</title>
    <EmptyState subject="chairs" heading="h1" title="No conversations here" text={text} />
  </>
)

const CampaignConversations = ({ campaign }: { campaign: Campaign }) => {
  const { id = null } = useParams()
  const navigate = useNavigate()
  const [isList, setList] = useState(false)
  const { currentData: conversation } = useConversationQuery(id ?? '', { skip: id === null })
  useArrivingIn(conversation?.campaignId)
  const open = (next: string | null, replace = false) => {
    setList(false)
    void navigate(next === null ? '/conversations' : `/conversations/${next}`, { replace })
  }
  const shownId = useShownId(id)
  const [chatKey, markStarted] = useChatKey(id)
  const leaveMissing = () => {
    toast.error('This conversation does not exist any more, or it is not yours.')
    open(null, true)
  }
  return (
    <div className={classes.page} data-list={isList || undefined}>
      <title>{`${conversation ? titleOf(conversation) : 'Weavy'} · Loreloom`}</title>
      <aside className={classes.side}>
        <header className={classes.sideHead}>
          <h1>Weavy</h1>
          <Button leftSection={<IconPlus size={15} />} onClick={() => open(null)}>
            New
          </Button>
        </header>
        <History
          campaignId={campaign.id}
          currentId={id}
          onOpen={(next) => open(next)}
          onClosed={() => open(null, true)}
        />
      </aside>
      <section className={classes.main} aria-label={conversation ? titleOf(conversation) : 'New conversation'}>
        <header className={classes.head}>
          <ActionIcon className={classes.toList ?? ''} aria-label="History" onClick={() => setList(true)}>
            <IconHistory size={18} />
          </ActionIcon>
          {conversation ? (
            <Heading key={conversation.id} conversation={conversation} onClosed={() => open(null, true)} />
          ) : (
            <h2 className={classes.title}>{id === null ? 'New conversation' : '\u00a0'}</h2>
          )}
        </header>
        <Chat
          key={chatKey}
          campaignId={campaign.id}
          conversationId={id}
          onStarted={(started) => {
            if (shownId.current === null && markStarted(started)) open(started, true)
          }}
          onMissing={leaveMissing}
        />
      </section>
    </div>
  )
}

/**
 * The conversation on screen; undefined once the page is left. The response to a first message may arrive after the
 * user has opened another conversation or screen.
 */
const useShownId = (id: string | null) => {
  const shownId = useRef<string | null>(undefined)
  useEffect(() => {
    shownId.current = id
    return () => {
      shownId.current = undefined
    }
  }, [id])
  return shownId
}

interface HeadingProps {
  conversation: { id: string; title: string }
  onClosed: () => void
}

const Heading = ({ conversation, onClosed }: HeadingProps) => {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useDeletion(onClosed)
  return (
    <>
      <h2 className={classes.title} dir="auto">
        {titleOf(conversation)}
      </h2>
      <Tooltip label="Rename">
        <ActionIcon aria-label="Rename the conversation" onClick={() => setRenaming(true)}>
          <IconPencil size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon aria-label="Delete the conversation" onClick={() => void remove(conversation, true)}>
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
      {isRenaming && <RenameDialog conversation={conversation} onClose={() => setRenaming(false)} />}
    </>
  )
}

import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConversationItem } from '#projections/conversation-messages.ts'
import { messageOf } from '../../base/problem.ts'
import { exportAddress, useConversationsQuery, useRestoreConversationMutation } from '../../data/conversations.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import textButton from '../../ui/text-button.module.css'
import { toast } from '../../ui/toast.ts'
import classes from './conversation-history.module.css'
import { groupsOf, stateOf, titleOf } from './periods.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { toastFailure } from './use-chat.ts'
import { useDeletion } from './use-deletion.ts'

interface Props {
  campaignId: string
  currentId: string | null
  onOpen: (id: string) => void
  /** Called when the user deletes the open conversation. */
  onClosed: () => void
}

/** The user's conversations, most recently continued first, and those in the user's Trash. */
export const History = ({ campaignId, currentId, onOpen, onClosed }: Props) => {
  const [isTrash, setTrash] = useState(false)
  const list = useConversationsQuery({ campaignId, deleted: isTrash })
  const [renamed, setRenamed] = useState<ConversationItem>()
  const remove = useDeletion(onClosed)
  const conversations = list.currentData?.data

  return (
    <div className={classes.history}>
      {isTrash && <p className={classes.note}>Only you see these. They are deleted forever after 30 days.</p>}
      {list.error && !conversations ? (
        <ErrorState
          text={messageOf(list.error, 'Failed to load conversations')}
          onRetry={() => void list.refetch()}
          retry="Try Again"
        />
      ) : (
        <nav className={classes.list} aria-label={isTrash ? 'Deleted conversations' : 'Conversations'}>
          {conversations === undefined && <LoadingRows />}
          {conversations?.length === 0 && (
            <p className={classes.note}>{isTrash ? 'The Trash is empty.' : 'No conversations yet.'}</p>
          )}
          {groupsOf(conversations ?? []).map(({ label, items }) => (
            <section key={label} aria-label={label}>
              <p className={classes.period}>{label}</p>
              <ul>
                {items.map((item) =>
                  isTrash ? (
                    <DeletedRow key={item.id} item={item} />
                  ) : (
                    <Row
                      key={item.id}
                      item={item}
                      isCurrent={item.id === currentId}
                      onOpen={() => onOpen(item.id)}
                      onRename={() => setRenamed(item)}
                      onDelete={() => void remove(item, item.id === currentId)}
                    />
                  ),
                )}
              </ul>
            </section>
          ))}
        </nav>
      )}
      <footer className={classes.foot}>
        <button type="button" className={textButton.button} onClick={() => setTrash((before) => !before)}>
          {isTrash ? 'Back to the conversations' : 'Deleted conversations'}
        </button>
        {!isTrash && conversations !== undefined && conversations.length > 0 && (
          <a href={exportAddress(campaignId)} download>
            Export
          </a>
        )}
      </footer>
      {renamed && <RenameDialog conversation={renamed} onClose={() => setRenamed(undefined)} />}
    </div>
  )
}

const LoadingRows = () => (
  <Loading label="Loading conversations" className={classes.loading}>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={40} />
    ))}
  </Loading>
)

interface RowProps {
  item: ConversationItem
  isCurrent: boolean
  onOpen: () => void
  onRename: () => void
  onDelete: () => void
}

const Row = ({ item, isCurrent, onOpen, onRename, onDelete }: RowProps) => (
  <li className={classes.row} data-current={isCurrent || undefined}>
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
      <b dir="auto">{titleOf(item)}</b>
      <span className="num">{stateOf(item)}</span>
    </button>
    <RowMenu item={item} onRename={onRename} onDelete={onDelete} />
  </li>
)

const RowMenu = ({ item, onRename, onDelete }: Pick<RowProps, 'item' | 'onRename' | 'onDelete'>) => (
  <Menu position="bottom-end" width={160}>
    <Menu.Target>
      <ActionIcon size={28} className={classes.dots ?? ''} aria-label={`More for ${titleOf(item)}`}>
        <IconDots size={15} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
        Rename
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={15} />} color="var(--ll-madder)" onClick={onDelete}>
        Delete
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const DeletedRow = ({ item }: { item: ConversationItem }) => {
  const [restore, { isLoading }] = useRestoreConversationMutation()
  const run = async () => {
    const { error } = await restore(item.id)
    if (error) toastFailure(error, 'The conversation could not be restored. It is still in the Trash.')
    else toast.success('Conversation restored', { context: titleOf(item) })
  }
  return (
    <li className={classes.row}>
      <span className={classes.deleted}>
        <b dir="auto">{titleOf(item)}</b>
        <span className="num">{stateOf(item)}</span>
      </span>
      <Button
        size="xs"
        variant="subtle"
        loading={isLoading}
        leftSection={<IconArrowBackUp size={15} />}
        aria-label={`Restore ${titleOf(item)}`}
        onClick={() => void run()}
      >
        Restore
      </Button>
    </li>
  )
}

import { expect, test } from 'vitest'
import { conversations, MessageContext } from '#domain/conversations.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { stored } from '../../backend/projections/stored.ts'
import { expireRestoredAttachments as reactor } from '../../backend/reactors/expire-attachments.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { memoryStore } from '../memory-store.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [conversationId, userId, campaignId, operationId] = [id(1), id(2), id(3), id(4)]
const [sent, unsent] = [id(10), id(11)]
const dayMs = 86_400_000

/** A conversation with a file that a message refers to and one that none does, deleted and restored. */
const restored = async () => {
  const store = memoryStore()
  const handler = dispatcher(commandHandler(store))
  const context = { actor: userId, correlationId: id(5), commandId: (...of: string[]) => of.join() }
  const attached = (fileId: string) => {
    const file = { key: `conversations/${fileId}`, name: 'Tolls.txt', mime: 'text/plain', size: 3 }
    return { type: 'AttachFile', data: { conversationId, userId, campaignId, fileId, ...file }, item: fileId } as const
  }
  const message = {
    conversationId,
    messageId: id(20),
    parentId: null,
    answerId: id(21),
    context: MessageContext.parse({ files: [sent] }),
    message: 'What is the toll?',
  }
  await handler.dispatch(context, conversations, conversationId, [
    { type: 'StartConversation', data: { conversationId, userId, campaignId, title: '' } },
    attached(sent),
    attached(unsent),
    { type: 'SendMessage', data: message },
    { type: 'DeleteConversation', data: { conversationId, operationId } },
    { type: 'RestoreConversation', data: { conversationId } },
  ])
  const files = async () => (await handler.stateOf(conversations, conversationId)).files.map((file) => file.id)
  return {
    files,
    async react(after: number) {
      const { event } = stored(store.log.at(-1) as (typeof store.log)[number])
      const [job, signal] = [{ attempts: 1, max_attempts: 10 }, new AbortController().signal]
      const now = () => Date.parse(event.at) + after
      const reaction = reactionTo(event, { reactor, handler, job, now, signal })
      await reactor.on.ConversationRestored?.(event.data as never, reaction)
      return files()
    },
  }
}

test('a restored conversation loses the unsent files whose day ended in the Trash', async () => {
  const { react } = await restored()
  expect(await react(dayMs + 60_000)).toEqual([sent])
})

test('a restored conversation retains files whose day has not ended', async () => {
  const { react } = await restored()
  expect(await react(dayMs - 60_000)).toEqual([sent, unsent])
})

import { describe, expect, test } from 'vitest'
import { conversations, MessageContext, pathTo } from '#domain/conversations.ts'
import { stateOf } from '#domain/decider.ts'
import { given } from '../given.ts'

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [conversationId, userId, campaignId, operationId] = [id(1), id(2), id(3), id(4)]
const context = MessageContext.parse({})
const start = { conversationId, userId, campaignId, title: '' }
const started = { type: 'ConversationStarted', data: start } as const
const question = (n: number, parentId: string | null = null) => ({
  conversationId,
  messageId: id(n),
  parentId,
  answerId: id(n + 1_000),
  context,
  message: `Question ${n}`,
})
const sent = (n: number, parentId: string | null = null) =>
  ({ type: 'MessageSent', data: question(n, parentId) }) as const
const concluded = (answerId: string) => ({ type: 'AnswerConcluded', data: { conversationId, answerId } }) as const
const requested = (n: number, answerId: string) =>
  ({ type: 'AnswerRequested', data: { conversationId, messageId: id(n), answerId } }) as const
const deleted = { type: 'ConversationDeleted', data: { conversationId, operationId } } as const
const purged = { type: 'ConversationPurged', data: { conversationId } } as const
/** Questions from one to another, each of which follows the answer to the one before. */
const exchanges = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => [
    sent(from + n, n === 0 ? null : id(from + n + 999)),
    concluded(id(from + n + 1_000)),
  ]).flat()
const conversation = given(conversations)

const file = {
  conversationId,
  userId,
  campaignId,
  fileId: id(20),
  key: 'conversations/a.txt',
  mime: 'text/plain',
  size: 3,
  name: 'a.txt',
}
const attached = { type: 'FileAttached', data: file } as const

describe('a proposal', () => {
  const data = { conversationId, proposalId: id(30) }
  const [accept, dismiss] = [
    { type: 'AcceptProposal', data },
    { type: 'DismissProposal', data },
  ] as const
  const [accepted, dismissed] = [
    { type: 'ProposalAccepted', data },
    { type: 'ProposalDismissed', data },
  ] as const
  test('is accepted once, also where it was dismissed while its change was made', () => {
    conversation(started).when(accept).emits(accepted)
    conversation(started, accepted).when(accept).emitsNothing()
    conversation(started, dismissed).when(accept).emits(accepted)
  })
  test('is dismissed once, and not any more once it was accepted', () => {
    conversation(started).when(dismiss).emits(dismissed)
    conversation(started, dismissed).when(dismiss).emitsNothing()
    conversation(started, accepted).when(dismiss).rejects('proposal_accepted')
  })
  test('has no outcome in a conversation that is deleted', () => {
    for (const command of [accept, dismiss]) {
      conversation(started, deleted).when(command).rejects('conversation_not_found')
      conversation().when(command).rejects('conversation_not_found')
    }
  })
})

describe('a file of a conversation', () => {
  const remove = { type: 'RemoveAttachedFile', data: { conversationId, fileId: file.fileId } } as const
  const removed = { type: 'AttachedFileRemoved', data: { ...remove.data, key: file.key } } as const
  const naming = { ...question(10), context: { ...context, files: [file.fileId] } }
  test('is attached once, in a conversation that is open and has room', () => {
    const attach = { type: 'AttachFile', data: file } as const
    conversation(started).when(attach).emits(attached)
    conversation(started, attached).when(attach).emitsNothing()
    conversation().when(attach).rejects('conversation_not_found')
    conversation(started, deleted).when(attach).rejects('conversation_not_found')
    const many = Array.from(
      { length: 100 },
      (_, n) => ({ type: 'FileAttached', data: { ...file, fileId: id(100 + n) } }) as const,
    )
    conversation(started, ...many)
      .when(attach)
      .rejects('conversation_files_full', { most: 100 })
  })
  test('is named by messages of its conversation alone', () => {
    const send = { type: 'SendMessage', data: naming } as const
    conversation(started).when(send).rejects('message_file_not_found')
    conversation(started, attached, removed).when(send).rejects('message_file_not_found')
    conversation(started, attached).when(send).emits({ type: 'MessageSent', data: naming })
  })
  test('is removed once, unless a message names it', () => {
    conversation(started, attached).when(remove).emits(removed)
    conversation(started, attached, removed).when(remove).emitsNothing()
    conversation(started, attached, { type: 'MessageSent', data: naming }).when(remove).rejects('attached_file_sent')
  })
})

describe('a conversation', () => {
  test('is started once, under an id that is free', () => {
    conversation().when({ type: 'StartConversation', data: start }).emits(started)
    conversation(started).when({ type: 'StartConversation', data: start }).emitsNothing()
    const another = { ...start, userId: id(9) }
    conversation(started).when({ type: 'StartConversation', data: another }).rejects('id_taken')
  })
  test('is renamed by its member, and the same title changes nothing', () => {
    const data = { conversationId, title: 'The bell' }
    const titled = { type: 'ConversationTitled', data: { ...data, isGenerated: false } } as const
    conversation(started).when({ type: 'RenameConversation', data }).emits(titled)
    conversation(started, titled).when({ type: 'RenameConversation', data }).emitsNothing()
    conversation().when({ type: 'RenameConversation', data }).rejects('conversation_not_found')
  })
  test('is deleted, restored and purged, and accepts nothing in the Trash', () => {
    const restored = { type: 'ConversationRestored', data: { conversationId } } as const
    const remove = { type: 'DeleteConversation', data: { conversationId, operationId } } as const
    const restore = { type: 'RestoreConversation', data: { conversationId } } as const
    const purge = { type: 'PurgeConversation', data: { conversationId } } as const
    conversation(started).when(remove).emits(deleted)
    conversation(started, deleted).when(remove).emitsNothing()
    conversation(started, deleted).when(restore).emits(restored)
    conversation(started).when(restore).emitsNothing()
    conversation(started).when(purge).emitsNothing()
    conversation(started, deleted).when(purge).emits(purged)
    conversation(started, deleted, purged).when(purge).emitsNothing()
    conversation(started, deleted, purged).when(restore).rejects('conversation_not_found')
    conversation(started, deleted)
      .when({ type: 'SendMessage', data: question(10) })
      .rejects('conversation_not_found')
  })
  test('has no text once it is purged', () => {
    const state = stateOf(conversations, [started, sent(10), concluded(id(1_010)), deleted, purged])
    expect(JSON.stringify(state)).not.toContain('Question')
  })
})

describe('a message', () => {
  test('is sent once, and waits for the answer before it', () => {
    conversation(started)
      .when({ type: 'SendMessage', data: question(10) })
      .emits(sent(10))
    conversation(started, sent(10))
      .when({ type: 'SendMessage', data: question(10) })
      .emitsNothing()
    const next = { type: 'SendMessage', data: question(11, id(1_010)) } as const
    conversation(started, sent(10)).when(next).rejects('answer_running')
    conversation(started, sent(10), concluded(id(1_010)))
      .when(next)
      .emits(sent(11, id(1_010)))
  })
  test('follows an answer of its conversation only', () => {
    conversation(started)
      .when({ type: 'SendMessage', data: question(10, id(77)) })
      .rejects('message_not_found')
  })
  test('is refused after 500, and as the 21st branch', () => {
    conversation(started, ...exchanges(10, 510))
      .when({ type: 'SendMessage', data: question(600, id(1_509)) })
      .rejects('conversation_full', { most: 500 })
    const branches = Array.from({ length: 21 }, (_, n) => [sent(10 + n), concluded(id(1_010 + n))]).flat()
    conversation(started, ...branches)
      .when({ type: 'SendMessage', data: question(40) })
      .rejects('too_many_branches', { most: 20 })
    conversation(started, ...branches)
      .when({ type: 'RegenerateAnswer', data: requested(10, id(5_000)).data })
      .rejects('too_many_branches', { most: 20 })
    conversation(started, ...branches)
      .when({ type: 'SendMessage', data: question(40, id(1_010)) })
      .emits(sent(40, id(1_010)))
  })
})

describe('an answer', () => {
  const conclude = (answerId: string, title = '') =>
    ({ type: 'ConcludeAnswer', data: { conversationId, answerId, title } }) as const
  test('ends once, and names a conversation that has no title', () => {
    const titled = { type: 'ConversationTitled', data: { conversationId, title: 'Bells', isGenerated: true } } as const
    conversation(started, sent(10))
      .when(conclude(id(1_010), 'Bells'))
      .emits(concluded(id(1_010)), titled)
    conversation(started, titled, sent(10))
      .when(conclude(id(1_010), 'Other'))
      .emits(concluded(id(1_010)))
    conversation(started, sent(10), concluded(id(1_010)))
      .when(conclude(id(1_010)))
      .emitsNothing()
  })
  test('is regenerated once it has ended', () => {
    const again = { type: 'RegenerateAnswer', data: requested(10, id(2_010)).data } as const
    conversation(started, sent(10)).when(again).rejects('answer_running')
    const history = [started, sent(10), concluded(id(1_010))] as const
    conversation(...history)
      .when(again)
      .emits(requested(10, id(2_010)))
    conversation(...history, requested(10, id(2_010)))
      .when(again)
      .emitsNothing()
    conversation(...history)
      .when({ type: 'RegenerateAnswer', data: requested(99, id(2_010)).data })
      .rejects('message_not_found')
  })
})

test('the path to a message holds the answer that each one follows, and no other branch', () => {
  const { messages } = stateOf(conversations, [
    ...[started, sent(10), concluded(id(1_010)), requested(10, id(2_010)), concluded(id(2_010))],
    ...[sent(11, id(1_010)), concluded(id(1_011)), sent(12, id(2_010))],
  ])
  const path = pathTo(messages, id(12)).map(({ message, answerId }) => [message.id, answerId])
  expect(path).toEqual([
    [id(10), id(2_010)],
    [id(12), null],
  ])
})

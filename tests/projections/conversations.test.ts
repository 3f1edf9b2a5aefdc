import { describe, expect, it } from 'vitest'
import { MessageContext } from '#domain/conversations.ts'
import { accessView } from '#projections/access.ts'
import {
  ConversationAnswerRow,
  ConversationFileRow,
  ConversationRow,
  conversationAnswersView,
  conversationFilesView,
  conversationsView,
} from '#projections/conversations.ts'
import { writingsView } from '#projections/writings.ts'
import { rowsOf, stored } from './envelope.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [conversationId, userId, campaignId, messageId, answerId, operationId] = [
  id(1),
  id(2),
  id(3),
  id(4),
  id(5),
  id(6),
]
const started = stored('ConversationStarted', { conversationId, userId, campaignId, title: '' })
const message = { conversationId, messageId, parentId: null, answerId, context: MessageContext.parse({}), message: 'Q' }
const sent = stored('MessageSent', message, { at: '2026-11-21T21:00:00.000Z' })
const concluded = stored('AnswerConcluded', { conversationId, answerId })
const titled = stored('ConversationTitled', { conversationId, title: 'Bells', isGenerated: true })
const deleted = stored('ConversationDeleted', { conversationId, operationId })
const restored = stored('ConversationRestored', { conversationId })
const purged = stored('ConversationPurged', { conversationId })
const rows = (...events: ReturnType<typeof stored>[]) => rowsOf(conversationsView, ...events)

describe('the list of conversations', () => {
  it('holds rows of the declared shape', () =>
    expect(rows(started, sent).map((row) => ConversationRow.strict().parse(row))).toHaveLength(1))
  it('shows which answer is running, and the time of the last message', () => {
    expect(rows(started, sent)[0]).toMatchObject({ runningId: answerId, updatedAt: sent.at, createdAt: started.at })
    expect(rows(started, sent, concluded)[0]).toMatchObject({ runningId: null })
  })
  it('marks what is in the Trash, and drops the title of what was purged', () => {
    expect(rows(started, titled, deleted)[0]).toMatchObject({ deletedAt: deleted.at, operationId, title: 'Bells' })
    expect(rows(started, deleted, restored)[0]).toMatchObject({ deletedAt: null, operationId: null })
    expect(rows(started, titled, deleted, purged)[0]).toMatchObject({ title: '' })
  })
  it('is for its member in person', () =>
    expect(rowsOf(accessView, started)).toMatchObject([{ isInPerson: true, ownerId: userId, campaignId }]))
})

it('an answer of a conversation has a row from its request until the conversation is purged', () => {
  const again = stored('AnswerRequested', { conversationId, messageId, answerId: id(8) })
  const answers = rowsOf(conversationAnswersView, sent, again)
  expect(answers.map((row) => ConversationAnswerRow.strict().parse(row))).toEqual([
    { id: answerId, conversationId, messageId },
    { id: id(8), conversationId, messageId },
  ])
  expect(rowsOf(conversationAnswersView, sent, again, purged)).toEqual([])
})

it('a file of a conversation has a row until it is removed or the conversation is purged', () => {
  const file = {
    conversationId,
    userId,
    campaignId,
    fileId: id(7),
    key: 'k',
    mime: 'text/plain',
    size: 3,
    name: 'a.txt',
  }
  const attached = stored('FileAttached', file)
  const removed = stored('AttachedFileRemoved', { conversationId, fileId: id(7), key: 'k' })
  expect(rowsOf(conversationFilesView, attached).map((row) => ConversationFileRow.strict().parse(row))).toHaveLength(1)
  expect(rowsOf(conversationFilesView, attached, removed)).toEqual([])
  expect(rowsOf(conversationFilesView, attached, purged)).toEqual([])
})

it('a purged conversation leaves no text in its answers', () => {
  const request = { writingId: answerId, userId, campaignId, segmentId: null, conversationId, purpose: 'answer' }
  const stopped = stored('WritingStopped', { writingId: answerId, text: 'The bell' })
  const asked = stored('WritingRequested', request)
  expect(rowsOf(writingsView, asked, stopped)[0]).toMatchObject({ status: 'STOPPED', text: 'The bell' })
  expect(rowsOf(writingsView, asked, stopped, purged)[0]).toMatchObject({ text: null })
})

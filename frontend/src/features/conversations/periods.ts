import type { ConversationItem } from '#projections/conversation-messages.ts'

export const titleOf = ({ title }: Pick<ConversationItem, 'title'>): string => title.trim() || 'New conversation'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

const startOfDay = (at: Date, daysBefore = 0) =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysBefore).getTime()

/** The period that a time is listed under: today, yesterday, or its month. */
export const periodOf = (iso: string, now: Date = new Date()): string => {
  const at = new Date(iso)
  if (at.getTime() >= startOfDay(now)) return 'Today'
  if (at.getTime() >= startOfDay(now, 1)) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? monthName.format(at) : monthAndYear.format(at)
}

const lengthOf = ({ messageCount }: ConversationItem): string => {
  if (messageCount === 0) return 'no messages'
  return messageCount === 1 ? '1 message' : `${messageCount} messages`
}

/** Describes the last activity in a conversation (a time, or a date if before yesterday) and its number of messages. */
export const stateOf = (item: ConversationItem, now: Date = new Date()): string => {
  if (item.isAnswering) return 'Answering now'
  const at = new Date(item.updatedAt)
  const when = at.getTime() >= startOfDay(now, 1) ? clock.format(at) : dayAndMonth.format(at)
  return `${when} · ${lengthOf(item)}`
}

/** Groups conversations by period, in the given order. */
export const groupsOf = (
  items: readonly ConversationItem[],
  now: Date = new Date(),
): { label: string; items: readonly ConversationItem[] }[] =>
  [...Map.groupBy(items, ({ updatedAt }) => periodOf(updatedAt, now))].map(([label, items]) => ({ label, items }))

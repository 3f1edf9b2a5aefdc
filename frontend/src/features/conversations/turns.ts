import type { ConversationMessage } from '#projections/conversation-messages.ts'

/** A message on the visible path through the conversation, with its other versions. */
export interface Turn {
  message: ConversationMessage
  /** Ids of all messages with the same predecessor, including this message. */
  siblings: readonly string[]
}

/** The chosen follow-up message by the id of its predecessor; `root` for the first message. */
export type Choices = Readonly<Record<string, string>>
export const choiceKey = (parentId: string | null): string => parentId ?? 'root'

/** Returns the path through the tree of messages: at each branch the chosen message, by default the latest. */
export const turnsOf = (messages: readonly ConversationMessage[], choices: Choices): Turn[] => {
  const below = Map.groupBy(messages, ({ parentId }) => parentId)
  const turns: Turn[] = []
  let parentId: string | null = null
  for (;;) {
    const siblings: readonly ConversationMessage[] = below.get(parentId) ?? []
    const chosen = siblings.find(({ id }) => id === choices[choiceKey(parentId)]) ?? siblings.at(-1)
    if (!chosen) return turns
    turns.push({ message: chosen, siblings: siblings.map(({ id }) => id) })
    parentId = chosen.id
  }
}

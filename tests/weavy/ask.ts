import type { ConversationMessage, ConversationWithMessages } from '#projections/conversation-messages.ts'
import type { Question } from './questions.ts'

/** What asks: each request is answered from views that contain the one before. Rejects where it is refused. */
export interface Asker {
  post(path: string, body: object): Promise<{ id: string }>
  get(path: string): Promise<ConversationWithMessages>
}

export interface Asked {
  question: Question
  answer: ConversationMessage
  /** Milliseconds from sending the message until the answer is complete. */
  ms: number
}

/** Asks each list of questions in a conversation of its own. */
export const askAll = async (
  asker: Asker,
  campaignId: string,
  conversations: readonly (readonly Question[])[],
): Promise<Asked[]> => {
  const results: Asked[] = []
  for (const questions of conversations) {
    const { id } = await asker.post('/conversations', { campaignId })
    for (const question of questions) {
      const since = performance.now()
      await asker.post(`/conversations/${id}/messages`, { message: question.text })
      const answer = await answerTo(asker, id)
      results.push({ question, answer, ms: performance.now() - since })
    }
  }
  return results
}

const [pollMs, longestMs] = [10, 60_000]

const answerTo = async (asker: Asker, conversationId: string): Promise<ConversationMessage> => {
  const end = performance.now() + longestMs
  while (performance.now() < end) {
    const { isAnswering, messages } = await asker.get(`/conversations/${conversationId}`)
    const last = messages.at(-1)
    if (!isAnswering && last) return last
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(`No answer in conversation ${conversationId}`)
}

const claimsOf = ({ parts }: ConversationMessage) => parts.filter(({ kind }) => kind === 'quote' || kind === 'link')

/** Whether one of the question's sources is among the first three of the answer. */
export const hasSource = ({ question: { sources }, answer }: Asked): boolean => {
  const names = answer.sources.slice(0, 3).map(({ name }) => name)
  return hasClaims(answer) && sources.some((name) => names.includes(name))
}
export const hasClaims = (answer: ConversationMessage): boolean => claimsOf(answer).length > 0

/** The right source with the text that answers; for a question without an answer, no claim at all. */
export const isRight = (asked: Asked): boolean => {
  const { question, answer } = asked
  if (question.sources.length === 0) return !hasClaims(answer)
  return hasSource(asked) && (question.says?.test(answer.content) ?? true)
}

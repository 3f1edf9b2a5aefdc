import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationAnswer, ConversationMessage } from '#projections/conversation-answers.ts'
import { eventually, type Stack, startStack } from '../stack.ts'
import { demoQuestions, freshQuestions, furtherQuestions, type Question } from '../weavy/questions.ts'
import { writeDemo } from '../weavy/write-demo.ts'
import { campaignOf } from './campaign.ts'

/** The embedded assistant over the demo campaign: how often it finds the source, and how often it states that there is none. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>

const now = async () => ({ 'min-position': String(await stack.store.head()) })

/** As its owner. */
const post = async (path: string, body: object) => {
  const answer = await c.owner.post(`/api${path}`, body)
  expect(answer.status).toBe(201)
  return answer.body as { id: string }
}

beforeAll(async () => {
  stack = await startStack({ indexTextsMs: 1 })
  c = await campaignOf(stack)
  for (const each of [c.owner, c.player]) {
    const change = { userId: each.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
    await c.admin.post('/api/admin/subscription/change', change)
  }
  await c.owner.get('/api/users/me', await now())
  const stories = await writeDemo(post, c.campaignId)
  await eventually(async () => {
    const { rows } = await stack.pool.query('select count(distinct "textId")::int as count from text_passages')
    return rows[0].count >= stories
  })
  await c.player.get('/api/users/me', await now())
}, 120_000)
afterAll(() => stack?.stop())

interface Result {
  question: Question
  answer: ConversationMessage
  isRight: boolean
}

const isRight = ({ sources, says }: Question, answer: ConversationMessage): boolean => {
  const claims = answer.parts.filter(({ kind }) => kind === 'quote' || kind === 'link')
  if (sources.length === 0) return claims.length === 0
  const names = answer.sources.slice(0, 3).map(({ name }) => name)
  return claims.length > 0 && sources.some((name) => names.includes(name)) && (says?.test(answer.content) ?? true)
}

test('it finds the source of what the campaign answers, and states that it has no answer', {
  timeout: 240_000,
}, async () => {
  const results: Result[] = []
  for (const conversation of [...demoQuestions, ...furtherQuestions, ...freshQuestions]) {
    const { id } = (await c.player.post('/api/conversations', { campaignId: c.campaignId }, await now())).body
    for (const question of conversation) {
      const sent = await c.player.post(`/api/conversations/${id}/messages`, { message: question.text }, await now())
      expect(sent.status).toBe(202)
      const answer = await eventually(async () => {
        const { isAnswering, messages } = (await c.player.get(`/api/conversations/${id}`, await now()))
          .body as ConversationAnswer
        return isAnswering ? undefined : messages.at(-1)
      })
      results.push({ question, answer, isRight: isRight(question, answer) })
    }
  }
  const log = process.env.WEAVY_QUESTIONS_LOG
  if (log !== undefined)
    writeFileSync(
      log,
      results
        .map(({ question, answer, isRight }) => `${isRight ? 'right' : 'WRONG'} ${question.text}\n${answer.content}\n`)
        .join('\n'),
    )
  const share = (some: readonly Result[]) => some.filter((each) => each.isRight).length / some.length
  const fresh = new Set(freshQuestions.flat())
  const tuned = results.filter(({ question }) => !fresh.has(question))
  const untuned = results.filter(({ question }) => fresh.has(question))
  const answered = tuned.filter(({ question }) => question.sources.length > 0)
  const none = tuned.filter(({ question }) => question.sources.length === 0)
  const wrong = results.filter((each) => !each.isRight).map(({ question }) => question.text)
  const isGood = [share(answered) >= 0.92, share(none) >= 0.9, share(untuned) >= 0.6]
  expect([isGood, wrong]).toEqual([[true, true, true], wrong])
  // No claim without its passage: each quote stands in its source as it is now.
  for (const { answer } of results)
    for (const part of answer.parts) if (part.kind === 'quote') expect(part.isChanged).toBe(false)
})

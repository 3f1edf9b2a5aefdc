/** @module-tag long */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { type Asked, type Asker, askAll, hasClaims, isRight } from '../weavy/ask.ts'
import { readCinderLineTexts, readDemoTexts, writeCampaign } from '../weavy/campaigns.ts'
import { cinderLineQuestions, cinderLineUnanswered } from '../weavy/cinder-line-questions.ts'
import { demoQuestions, freshQuestions, furtherQuestions, type Question } from '../weavy/questions.ts'
import { campaignOf, join } from './campaign.ts'

/** The embedded assistant over two campaigns: how often it finds the source, and how often it states that there is none. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let cinderLineId: string

const now = async () => ({ 'min-position': String(await stack.store.head()) })

/** As the owner of both. */
const post = async (path: string, body: object) => {
  const answer = await c.owner.post(`/api${path}`, body)
  expect(answer.status).toBe(201)
  return answer.body as { id: string }
}

const askerOf = (person: Person): Asker => ({
  async post(path, body) {
    const answer = await person.post(`/api${path}`, body, await now())
    expect([201, 202]).toContain(answer.status)
    return answer.body
  },
  get: async (path) => (await person.get(`/api${path}`, await now())).body,
})

beforeAll(async () => {
  stack = await startStack({ indexTextsMs: 1 })
  c = await campaignOf(stack)
  for (const each of [c.owner, c.dm, c.player]) {
    const change = { userId: each.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
    await c.admin.post('/api/admin/subscription/change', change)
  }
  await c.owner.get('/api/users/me', await now())
  cinderLineId = (await post('/campaigns', { name: 'The Cinder Line' })).id
  // Another member, since the answers of one are limited an hour.
  await join(c.owner, c.dm, cinderLineId)
  const texts =
    (await writeCampaign(post, c.campaignId, readDemoTexts())) +
    (await writeCampaign(post, cinderLineId, readCinderLineTexts()))
  await eventually(async () => {
    const { rows } = await stack.pool.query('select count(distinct "textId")::int as count from text_passages')
    return rows[0].count >= texts
  })
  await c.player.get('/api/users/me', await now())
}, 240_000)
afterAll(() => stack?.stop())

const share = (some: readonly Asked[]) => some.filter(isRight).length / some.length
const answerable = (some: readonly Asked[]) => some.filter(({ question }) => question.sources.length > 0)
const unanswerable = (some: readonly Asked[]) => some.filter(({ question }) => question.sources.length === 0)

/** Appends questions and answers to the file that an environment variable names. */
const report = (results: readonly Asked[]) => {
  const log = process.env.WEAVY_QUESTIONS_LOG
  const entryOf = (asked: Asked) => {
    const sources = asked.answer.sources.slice(0, 3).map(({ name }) => name)
    return `${isRight(asked) ? 'right' : 'WRONG'} ${asked.question.text}\n${asked.answer.content}\n[${sources.join(' | ')}]\n`
  }
  if (log !== undefined) writeFileSync(log, `${results.map(entryOf).join('\n')}\n`, { flag: 'a' })
}

/** No claim without its passage: each quote stands in its source as it is now. */
const expectPassages = (results: readonly Asked[]) => {
  for (const { answer } of results)
    for (const part of answer.parts) if (part.kind === 'quote') expect(part.isChanged).toBe(false)
}
const wrongOf = (results: readonly Asked[]) =>
  results.filter((each) => !isRight(each)).map(({ question }) => question.text)

test('it finds the source of what the demo campaign answers, and states that it has no answer', {
  timeout: 480_000,
}, async () => {
  const results = await askAll(askerOf(c.player), c.campaignId, [
    ...demoQuestions,
    ...furtherQuestions,
    ...freshQuestions,
  ])
  report(results)
  const fresh = new Set<Question>(freshQuestions.flat())
  const tuned = results.filter(({ question }) => !fresh.has(question))
  const untuned = results.filter(({ question }) => fresh.has(question))
  const wrong = wrongOf(results)
  const isGood = [share(answerable(tuned)) >= 0.92, share(unanswerable(tuned)) >= 0.9, share(untuned) >= 0.6]
  expect([isGood, wrong]).toEqual([[true, true, true], wrong])
  // Of 70 questions with an answer, at most 3 may be told that there is none.
  const silent = answerable(tuned).filter(({ answer }) => !hasClaims(answer))
  expect(silent.length / answerable(tuned).length).toBeLessThanOrEqual(3 / 70)
  expectPassages(results)
})

test('it finds the source in a campaign that the ranking was not built with', { timeout: 240_000 }, async () => {
  const results = await askAll(askerOf(c.dm), cinderLineId, [...cinderLineQuestions, ...cinderLineUnanswered])
  report(results)
  const wrong = wrongOf(results)
  const isGood = [share(answerable(results)) >= 0.85]
  expect([isGood, wrong]).toEqual([[true], wrong])
  expectPassages(results)
})

import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import type { ConversationWithMessages } from '#projections/conversation-messages.ts'
import { readDemoTexts, writeCampaign } from '../../weavy/campaigns.ts'
import type { BenchOptions, Table } from './bench.ts'
import { latency, quantile, verdict, written } from './figures.ts'
import { openInstallation } from './installation.ts'
import { forEach, type Person, signUp, tableOf } from './people.ts'
import { interleaved } from './rounds.ts'
import { openTabs } from './tabs.ts'

const sizes = {
  full: { askers: 20, seconds: 20, rounds: 3 },
  quick: { askers: 2, seconds: 0.5, rounds: 1 },
}
/** Milliseconds between two renames, between two requests for an answer that views lack, and the least between two questions of one user. */
const [writeMs, checkMs, askMs] = [20, 100, 5_000]
const mostDelay = 50

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

interface Asker {
  person: Person
  conversationId: string
  /** Resolves when the socket of its browser next receives that an answer has ended. */
  concluded(): Promise<unknown>
}

interface Crowd {
  askers: Asker[]
  /** Renames an entry of a campaign that no asker belongs to. */
  rename(): Promise<unknown>
}

/** The members of a campaign with the demo's texts, each with a conversation, and a writer elsewhere. */
const gather = async (options: BenchOptions, count: number): Promise<Crowd> => {
  // Its first account is ours, and therefore the admin, who gives plans.
  const { url: address, postgres } = await openInstallation(options)
  const names = ['ines', 'writer', ...Array.from({ length: count }, (_, n) => `asker ${n}`)]
  const [admin, writer, ...people] = await forEach(names, 1, (name) => signUp(address, name))
  if (!admin || !writer) throw new Error('Nobody signed up')
  for (const { id: userId } of [admin, ...people])
    await admin.send('POST', '/admin/subscription/change', {
      userId,
      plan: 'PRO',
      reason: 'To measure answers',
      subscriptionPaidThrough: null,
    })
  const campaignId = await tableOf([admin, ...people], 'The Drowned Bells')
  const texts = await writeCampaign((path, body) => admin.send('POST', path, body), campaignId, readDemoTexts())
  await indexed(postgres, texts)
  const ends = new EventEmitter()
  const url = `${address.replace('http', 'ws')}/api/realtime`
  const tabs = people.map(({ headers }) => ({ url, headers }))
  const hear = (message: Buffer, n: number) => message.includes('"AnswerConcluded"') && ends.emit(String(n))
  const close = await openTabs(tabs, hear, (error) => ends.emit('error', error))
  options.stopping.add('sockets', close)
  const askers = await forEach(people, 1, async (person, n) => {
    const { id: conversationId } = await person.send('POST', '/conversations', { campaignId })
    return { person, conversationId, concluded: () => once(ends, String(n)) }
  })
  const { id: elsewhere } = await writer.send('POST', '/campaigns', { name: 'Elsewhere' })
  const lore = await writer.send('POST', '/conjurations', { campaignId: elsewhere, name: 'Page' })
  const rename = () => writer.send('PATCH', `/conjurations/${lore.id}`, { name: `Page ${randomUUID()}` })
  return { askers, rename }
}

/** Waits until so many texts have passages. */
const indexed = async (postgres: pg.ClientConfig, texts: number) => {
  const client = new pg.Client(postgres)
  await client.connect()
  const count = 'select count(distinct "textId")::int as count from text_passages'
  while ((await client.query<{ count: number }>(count)).rows[0]?.count !== texts) await pause(checkMs)
  await client.end()
}

/** Asks one question after the other until `end`, as a browser that follows the answer. Returns the milliseconds of each answer. */
const askUntil = async (
  { person, conversationId, concluded }: Asker,
  questions: readonly string[],
  end: number,
): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; performance.now() < end; n++) {
    const since = performance.now()
    const ended = concluded()
    await person.send('POST', `/conversations/${conversationId}/messages`, {
      message: questions[n % questions.length] ?? '',
    })
    const isAnswered = async () => {
      const conversation: unknown = await person.send('GET', `/conversations/${conversationId}`)
      return !(conversation as ConversationWithMessages).isAnswering
    }
    if (!(await isAnswered())) await ended
    while (!(await isAnswered())) await pause(checkMs)
    times.push(performance.now() - since)
    await pause(since + askMs - performance.now())
  }
  return times
}

const renameUntil = async (rename: Crowd['rename'], end: number): Promise<number[]> => {
  const times: number[] = []
  while (performance.now() < end) {
    const since = performance.now()
    await rename()
    times.push(performance.now() - since)
    await pause(writeMs)
  }
  return times
}

interface Round {
  renames: number[]
  answers: number[]
}

/** Renames of a user elsewhere while members of a campaign ask at once, next to the same without questions. */
export const measureOthers = async (options: BenchOptions, questions: readonly string[]): Promise<Table> => {
  const { askers: count, seconds, rounds } = options.quick ? sizes.quick : sizes.full
  options.say(`${count} users sign up and write a campaign`)
  const { askers, rename } = await gather(options, count)
  const play = async (who: Crowd['askers']): Promise<Round> => {
    const end = performance.now() + seconds * 1000
    const [renames, ...answers] = await Promise.all([
      renameUntil(rename, end),
      ...who.map((asker, n) => askUntil(asker, [...questions.slice(n), ...questions.slice(0, n)], end)),
    ])
    return { renames, answers: answers.flat() }
  }
  // The first round opens connections and compiles code.
  await play(askers)
  const { alone, asked } = await interleaved(rounds, {
    alone: (round) => play([]).finally(() => options.say(`round ${round + 1}: without questions`)),
    asked: (round) => play(askers).finally(() => options.say(`round ${round + 1}: ${count} users ask`)),
  })
  const row = (name: string, played: readonly Round[]) => {
    const answers = played.flatMap((each) => each.answers)
    const renames = played.flatMap((each) => each.renames)
    return [
      name,
      written(renames.length),
      latency(renames),
      played.map((each) => latency(each.renames)).join(', '),
      written(answers.length),
      answers.length === 0 ? '' : latency(answers),
    ]
  }
  const p99 = (played: readonly Round[]) =>
    quantile(
      played.flatMap(({ renames }) => renames),
      0.99,
    )
  return {
    title: `Renames of another user while ${count} members of a campaign ask at once, next to the same without questions`,
    columns: ['', 'renames', 'ms, p50 / p99', 'by round', 'answers', 'from message to answer, ms, p50 / p99'],
    rows: [row('without questions', alone), row(`${count} users ask`, asked)],
    notes: [
      verdict({ name: 'ms more at p99', value: p99(asked) - p99(alone), atMost: mostDelay }),
      `All of them send a question at the same moment, every ${written(askMs / 1000)} s, and fetch the conversation when their sockets receive that the answer has ended.`,
    ],
  }
}

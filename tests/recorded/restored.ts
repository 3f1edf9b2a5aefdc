import pg from 'pg'
import { z } from 'zod'
import { type Database, freshDatabase } from '../postgres.ts'
import { person, type Stack, startStack } from '../stack.ts'
import { answersTo, idsIn } from './answers.ts'
import { type Answers, type Rows, restoreAccounts, restoreLog } from './log.ts'

const Event = z.object({ stream: z.string(), data: z.string() })
const Account = z.looseObject({ name: z.string(), email: z.string() })

/** This version over a recorded log, with its people, in an empty database. */
export async function restoredInto(database: Database, rows: Rows): Promise<Stack> {
  const client = new pg.Client(database.options)
  await client.connect()
  await restoreLog(client, rows).finally(() => client.end())
  // Theirs were hashed when the log was recorded.
  const stack = await startStack({ database, passwords: null, roles: ['api', 'projector'] })
  await restoreAccounts(stack.pool, rows)
  return stack
}

/** What an installation answers to each of the people of a recorded log. */
export async function answersOf({ app, store }: Stack, rows: Rows, password: string): Promise<Answers> {
  const events = z
    .array(Event)
    .parse(rows['eventstore.events'])
    .filter(({ stream }) => !stream.startsWith('$'))
    .map(({ stream, data }) => ({ stream, data: JSON.parse(Buffer.from(data, 'base64').toString()) }))
  const ids = idsIn(events)
  const answers: Answers = {}
  for (const { name, email } of z.array(Account).parse(rows['auth."user"'])) {
    const browser = person(app, email)
    const { status, text } = await browser.post('/api/auth/sign-in/email', { email, password })
    if (status !== 200) throw new Error(`${name} could not sign in: ${text}`)
    // The whole log, however far the views have come by now.
    const position = String(await store.head())
    const get = (url: string) => browser.get(url, { 'min-position': position })
    answers[name] = await answersTo(app, { get }, ids)
  }
  return answers
}

/** This version over a recorded log, and what it answers to each of the people. */
export async function restored(rows: Rows, cluster?: Database['options']) {
  const stack = await restoredInto(await freshDatabase(cluster), rows)
  return { stop: stack.stop, answers: (password: string) => answersOf(stack, rows, password) }
}

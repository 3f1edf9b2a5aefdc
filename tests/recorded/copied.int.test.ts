import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Answers, type Rows, readRecorded } from './log.ts'
import { ofTheLog } from './of-the-log.ts'
import { restored } from './restored.ts'

const Event = z.looseObject({ created: z.string(), metadata: z.string() })

/** The recorded log as this version writes one, events saying themselves when they happened, copied into another store today. */
const copied = (rows: Rows): Rows => ({
  ...rows,
  'eventstore.events': z
    .array(Event)
    .parse(rows['eventstore.events'])
    .map(({ created, metadata, ...event }) => {
      const said = JSON.parse(Buffer.from(metadata, 'base64').toString() || '{}')
      const written = Buffer.from(JSON.stringify({ ...said, at: new Date(created).toISOString() }))
      return { ...event, created: new Date().toISOString(), metadata: written.toString('base64') }
    }),
})

let answers: Answers
let stop: () => Promise<unknown>
const recorded = readRecorded<Answers>('answers')

beforeAll(async () => {
  const stack = await restored(copied(readRecorded<Rows>('log')))
  stop = stack.stop
  answers = await stack.answers('five still ring')
}, 120_000)
afterAll(() => stop?.())

test.each(Object.keys(recorded))('a log that is copied into another store answers %s with its own dates', (name) => {
  const [was, is] = [ofTheLog(recorded[name]), answers[name] ?? {}]
  for (const [address, answer] of Object.entries(was)) expect([address, is[address]]).toMatchObject([address, answer])
})

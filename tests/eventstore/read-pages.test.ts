import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { readAnswers } from '../../eventstore/reads.ts'
import type { ReadAnswer } from '../../eventstore/wire/read-call.ts'

/** A client whose server has sent so many answers and is done. */
const answering = (count: number) => {
  const answers = Array.from({ length: count }, (): ReadAnswer => ({ checkpoint: 1n }))
  const call = Object.assign(Readable.from(answers), { cancel() {} })
  return { call, client: { GRPCStreamCreator: () => async () => call } as unknown as EventStoreDBClient }
}

test('answers come in pages', async () => {
  const sizes: number[] = []
  for await (const page of readAnswers(answering(7).client, { from: 'edge', page: 3 })) sizes.push(page.length)
  expect(sizes).toEqual([3, 3, 1])
})

test('a call that nobody reads on comes to its end, though more than a page of it waits', async () => {
  const { call, client } = answering(12)
  for await (const _ of readAnswers(client, { from: 'edge', page: 2 })) {
    while (!call.isPaused()) await setImmediate()
    break
  }
  for (let turns = 0; turns < 100 && !call.closed; turns++) await setImmediate()
  expect(call.closed).toBe(true)
})

import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { EventStoreUnavailable } from '#eventstore'
import { deadlines } from '../../backend/http/deadlines.ts'
import { handleErrors } from '../../backend/http/error-handler.ts'

const appThat = (handler: () => unknown) => {
  const app = Fastify()
  handleErrors(app)
  deadlines(app, { answerWithinMs: 20 })
  app.get('/api/things', { schema: { response: { 200: {} } } }, handler)
  return app
}

test.each([
  new EventStoreUnavailable('the event store does not answer'),
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('timeout exceeded when trying to connect'),
])('%s is no fault of the request: try again', async (error) => {
  const answer = await appThat(() => Promise.reject(error)).inject('/api/things')
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe('1')
})

test('an error that nobody expected is a fault', async () => {
  const answer = await appThat(() => Promise.reject(new Error('Connections are terminated'))).inject('/api/things')
  expect(answer.json()).toMatchObject({ status: 500, code: 'internal' })
})

test('whoever asks something that never answers is told to try again', async () => {
  const answer = await appThat(() => new Promise(() => undefined)).inject('/api/things')
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
})

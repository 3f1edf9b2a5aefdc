import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLog } from '../../backend/telemetry/log.ts'
import { createScope } from '../../backend/telemetry/scope.ts'

const opened = (level = 'info') => {
  const lines: Record<string, unknown>[] = []
  const scope = createScope()
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { lines, scope, ...openLog(scope, { write }, level) }
}

test('lines say which request they are of, however many awaits away, and those of others say theirs', async () => {
  const { lines, scope, log } = opened()
  const request = (requestId: string, ms: number) =>
    scope.within({ requestId }, async () => {
      await delay(ms)
      scope.facts().userId = `user of ${requestId}`
      log.info({ step: 1 }, 'Something')
    })
  await Promise.all([request('one', 5), request('two', 1)])
  log.info({}, 'Outside')
  expect(lines.map(({ requestId, userId, msg }) => ({ requestId, userId, msg }))).toEqual([
    { requestId: 'two', userId: 'user of two', msg: 'Something' },
    { requestId: 'one', userId: 'user of one', msg: 'Something' },
    { requestId: undefined, userId: undefined, msg: 'Outside' },
  ])
})

test('what a line says of itself does not stay with the next one', () => {
  const { lines, scope, log } = opened()
  scope.within({ requestId: 'one' }, () => {
    log.info({ userId: 'only here' }, 'First')
    log.info({}, 'Second')
  })
  expect(lines[1]).not.toHaveProperty('userId')
})

test('an error is told with its stack, whether it is called err or error', () => {
  const { lines, log } = opened()
  log.warn({ err: new Error('one') }, 'Failed')
  log.warn({ error: new Error('two') }, 'Failed')
  expect(lines).toMatchObject([
    { err: { message: 'one', stack: expect.stringContaining('log.test.ts') } },
    { error: { message: 'two', stack: expect.stringContaining('log.test.ts') } },
  ])
})

test('a secret is not written, in whichever place', () => {
  const { lines, log, hide } = opened()
  hide(['correct horse battery'])
  log.error({ err: new Error('cannot use correct horse battery'), password: 'x' }, 'with correct horse battery')
  expect(JSON.stringify(lines)).not.toContain('correct horse')
  expect(lines[0]).toMatchObject({ password: '[hidden]', msg: 'with [hidden]' })
})

/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CannotStart } from '../../backend/platform/cannot-start.ts'
import { eventually, startStack } from '../stack.ts'

test('views of another log: nothing is answered or done, it is said, and no process starts', async () => {
  const stack = await startStack()
  try {
    const owner = await stack.member('Olga')
    expect((await owner.get('/api/health/ready')).body.checks.log).toEqual({ ok: true })
    // As after PostgreSQL came from another backup than the event store.
    await stack.pool.query('update checkpoint set "lastId" = $1', [randomUUID()])
    const ready = await eventually(async () => {
      const { status, body } = await owner.get('/api/health/ready')
      return status === 503 && !body.checks.log.ok && body
    })
    expect(ready.checks.log).toEqual({ ok: false })
    for (const answer of [
      await owner.post('/api/campaigns', { name: 'Nowhere' }),
      await owner.get('/api/users/me'),
      await owner.get('/api/campaigns'),
    ])
      expect([answer.status, answer.body.code]).toEqual([503, 'another_log'])
    expect((await owner.get('/api/health/live')).status).toBe(200)
    await expect(stack.beside(['worker'])).rejects.toBeInstanceOf(CannotStart)
  } finally {
    await stack.stop()
  }
})

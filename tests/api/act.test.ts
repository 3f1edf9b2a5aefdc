import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { conjurations } from '#domain/conjurations.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import type { CommandHandler } from '../../backend/commands/handle.ts'
import { actOf } from '../../backend/http/act.ts'

const request = {
  headers: {},
  method: 'POST',
  url: '/api/conjurations',
  routeOptions: { url: '/api/conjurations' },
  params: {},
  id: 'request',
  session: { sessionId: 's', userId: 'u', role: 'user', by: 'cookie', impersonatorId: null },
} as unknown as FastifyRequest

/** An act whose commands are answered so, one after the other. */
const answered = async (...outcomes: { position: bigint; events: number }[]) => {
  const left = outcomes.values()
  const handle = async () => ({ revision: 0n, ...left.next().value })
  const act = actOf(request, dispatcher({ handle } as unknown as CommandHandler))
  for (const _ of outcomes) await act.send(conjurations, 'l', { type: 'RestoreConjuration', data: {} } as never)
  return act.position()
}

test('an act is at the furthest position of what it decided', async () =>
  expect(await answered({ position: 7n, events: 1 }, { position: 9n, events: 2 }, { position: 8n, events: 1 })).toBe(
    9n,
  ))

test('what others did since does not move it, where part of it had nothing to do', async () =>
  expect(await answered({ position: 57n, events: 1 }, { position: 58n, events: 0 })).toBe(57n))

test('where there was nothing to do at all, it is where that was so', async () =>
  expect(await answered({ position: 4n, events: 0 }, { position: 6n, events: 0 })).toBe(6n))

test('a repeat is one however its address is written', () => {
  const key = '0190a0f2-7d3a-7c11-8a5e-3f2b9c1d4e5f'
  const asked = (url: string, id: string) =>
    actOf(
      {
        ...request,
        url,
        routeOptions: { url: '/api/images/:id/retry' },
        params: { id },
        headers: { 'idempotency-key': key },
      } as unknown as FastifyRequest,
      dispatcher({} as CommandHandler),
    ).id
  expect(asked('/%61pi/images/x/retry?again', 'x')).toBe(asked('/api/images/x/retry', 'x'))
  expect(asked('/api/images/y/retry', 'y')).not.toBe(asked('/api/images/x/retry', 'x'))
})

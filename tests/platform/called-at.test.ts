import { expect, test } from 'vitest'
import { calledAt } from '../../backend/platform/called-at.ts'
import { selfSigned } from '../certificates.ts'

test.each([
  ['esdb://127.0.0.1:2113?tls=false', ['esdb://127.0.0.1:2113?tls=false']],
  ['esdb://[::1]:2113?tls=false', ['esdb://[::1]:2113?tls=false']],
  ['esdb://0.0.0.0:2113?tls=false', ['esdb://127.0.0.1:2113?tls=false', 'esdb://attic:2113?tls=false']],
  ['esdb://[::]:2113?tls=false', ['esdb://[::1]:2113?tls=false', 'esdb://attic:2113?tls=false']],
])('what listens at %s is called at %j', (url, called) => {
  expect(calledAt(url, undefined, 'attic')).toEqual(called)
})

test('over TLS it is called by what its certificate names', () => {
  expect(calledAt('esdb://0.0.0.0:2113?tls=true', selfSigned().cert, 'attic')).toEqual([
    'esdb://localhost:2113?tls=true',
  ])
})

import { expect, test } from 'vitest'
import { ownEvents } from '#projections/own-events.ts'

/** Other programs write to the same event store, in streams that may be named as ours and with types that are. */
const isOwn = ownEvents(new Set(['conjurations']))
const own = { stream: 'conjurations-1', data: { name: 'Ferry' }, metadata: { actor: 'ines', commandId: 'c' } }

test.each<[string, object, boolean]>([
  ['an event that this program wrote', {}, true],
  ['one in a stream of another category', { stream: 'orders-1' }, false],
  ['one in a stream of the same category, without a command', { metadata: {} }, false],
  ['one whose metadata is null', { metadata: null }, false],
  ['one whose metadata is a list', { metadata: ['ines'] }, false],
  ['one whose command is a number', { metadata: { actor: 'ines', commandId: 7 } }, false],
  ['one whose data is null', { data: null }, false],
  ['one in a stream whose name no index takes', { stream: `conjurations-${'é'.repeat(1_000)}` }, false],
])('%s: %o', (_what, other, expected) => {
  expect(isOwn({ ...own, ...other } as never)).toBe(expected)
})

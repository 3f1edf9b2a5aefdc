import { expect, test } from 'vitest'
import type { StoredEvent } from '../../../frontend/src/realtime/event-types.ts'
import { answeredWith, renamedBy } from '../../../frontend/src/writing/reading/names.ts'
import { made } from '../feed.ts'

const renamed = (conjurationId: string, name: string) =>
  ({ ...made(1, 'x'), type: 'ConjurationRenamed', data: { conjurationId, name } }) as StoredEvent

test('a mention follows its name, whether the text was loaded with it or it was inserted later', () => {
  const loaded = answeredWith(new Map(), { osric: 'Osric' })
  const names = [renamed('osric', 'Osric the Deaf'), renamed('bell', 'The Fifth Bell')].reduce(renamedBy, loaded)
  expect([names.get('osric'), names.get('bell')]).toEqual(['Osric the Deaf', 'The Fifth Bell'])
})
test('what the server answers later holds, and leaves what it does not name', () => {
  const heard = renamedBy(renamedBy(new Map(), renamed('osric', 'Osric')), renamed('bell', 'The Bell'))
  expect(Object.fromEntries(answeredWith(heard, { osric: 'The Founder' }))).toEqual({
    osric: 'The Founder',
    bell: 'The Bell',
  })
})
test('what is no rename changes nothing, and shows nothing anew', () => {
  const names = new Map([['osric', 'Osric']])
  expect(renamedBy(names, made(1, 'osric'))).toBe(names)
})

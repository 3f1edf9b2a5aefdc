import { expect, test } from 'vitest'
import type { Visibility } from '#domain/access.ts'
import { stillSeen } from '../../frontend/src/moving/still-seen.ts'

const lore = (name: string, visibility: Visibility) => ({ id: name, userId: 'me', name, visibility })
const said = (visibility: Visibility | 'PUBLIC', ...moved: ReturnType<typeof lore>[]) =>
  stillSeen({ name: 'Plans', visibility }, moved)?.text

test('nothing is said of what no more people see than its folder', () => {
  expect(stillSeen(undefined, [lore('Bell', 'CAMPAIGN')])).toBeUndefined()
  for (const folder of ['CAMPAIGN', 'PUBLIC'] as const) expect(said(folder, lore('Bell', 'CAMPAIGN'))).toBeUndefined()
  expect(said('DM', lore('Bell', 'DM'), lore('Gull', 'PRIVATE'))).toBeUndefined()
  expect(said('PRIVATE', lore('Gull', 'PRIVATE'))).toBeUndefined()
})

test('what more people see is named, or counted, with those who see most of it', () => {
  const [bell, eel, gull] = [lore('Bell', 'CAMPAIGN'), lore('', 'DM'), lore('Gull', 'CAMPAIGN')]
  expect(said('DM', bell, eel)).toBe('Plans is DM only; “Bell” itself is still visible to all campaign members.')
  expect(said('PRIVATE', eel)).toBe('Plans is private; “Untitled Lore” itself is still visible to DMs.')
  expect(said('PRIVATE', bell, eel, gull)).toBe(
    'Plans is private; 3 lore items in it are still visible to all campaign members.',
  )
  expect(stillSeen({ name: 'Plans', visibility: 'DM' }, [bell, eel, gull])?.lore).toEqual([bell, gull])
})

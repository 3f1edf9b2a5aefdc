import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { thingOf, type Viewer } from '#domain/access.ts'
import { type Ability, asVisibleTo, can, sentences, viewerAs } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'

const { DM, PLAYER, OWNER } = campaignRoles
const campaignId = 'c'

/** Kinds of actor, a letter each: who is in no campaign, its player, its DM, its owner, and each of them as the maker of the thing. */
const actors: Record<string, Viewer> = {
  s: viewerAs('sam', campaignId, undefined),
  p: viewerAs('pia', campaignId, PLAYER),
  d: viewerAs('dora', campaignId, DM),
  o: viewerAs('otto', campaignId, OWNER),
  /** The maker, who was removed. */
  x: viewerAs('ann', campaignId, undefined),
  a: viewerAs('ann', campaignId, PLAYER),
  /** The maker, of another campaign. */
  e: viewerAs('ann', 'elsewhere', OWNER),
}
const all = Object.keys(actors).join('')
type ThingAbility = { [A in Ability]: Parameters<typeof can<A>>[2] extends { channels: unknown } ? A : never }[Ability]
const who = (asked: (viewer: Viewer) => boolean) => [...all].filter((actor) => asked(actors[actor] as Viewer)).join('')

/** Who may, of a thing that is its maker's alone, of one for DMs, and of one for all. */
const seen = ['a', 'doa', 'pdoa']
const changed = ['a', 'doa', 'doa']
const own = ['a', 'a', 'a']
const things = {
  see: seen,
  edit: changed,
  write: changed,
  delete: changed,
  restore: changed,
  moveToCampaign: ['a', 'oa', 'oa'],
  seeInTrash: changed,
  retry: own,
  takeOut: own,
  showPast: own,
  linkFrom: changed,
  linkTo: seen,
  readPast: own,
  arrange: ['a', 'oa', 'oa'],
  changeFolder: own,
  deleteFolder: own,
  restoreFolder: own,
  seeOperation: seen,
  undo: own,
} satisfies Partial<Record<Ability, string[]>>

const campaigns = {
  enter: 'pdoa',
  leave: 'pda',
  manage: 'do',
  showMap: 'do',
  invite: 'do',
  deleteCampaign: 'o',
  restoreCampaign: 'o',
  changeRoles: 'o',
  returnLore: 'o',
  transfer: 'o',
} satisfies Partial<Record<Ability, string>>

describe('a thing of a campaign', () => {
  it.each(Object.entries(things))('%s', (ability, expected) => {
    const found = (['PRIVATE', 'DM', 'CAMPAIGN'] as const).map((visibility) =>
      who((viewer) => can(viewer, ability as keyof typeof things, thingOf({ ownerId: 'ann', campaignId, visibility }))),
    )
    expect(found).toEqual(expected)
  })

  it('outside of every campaign is its owner’s alone', () => {
    const thing = thingOf({ ownerId: 'ann', campaignId: null, visibility: 'CAMPAIGN' })
    for (const ability of Object.keys(things))
      expect(who((viewer) => can(viewer, ability as keyof typeof things, thing))).toBe('xae')
  })

  it('is written in by every member who sees it where it is open, and by nobody else', () => {
    const found = (['PRIVATE', 'DM', 'CAMPAIGN'] as const).map((visibility) => {
      const thing = { ...thingOf({ ownerId: 'ann', campaignId, visibility }), isOpen: true }
      return who((viewer) => can(viewer, 'write', thing))
    })
    expect(found).toEqual(seen)
    const thing = { ...thingOf({ ownerId: 'ann', campaignId, visibility: 'CAMPAIGN' }), isOpen: true }
    for (const ability of ['edit', 'delete', 'restore', 'moveToCampaign', 'showPast', 'takeOut'] as const)
      expect(who((viewer) => can(viewer, ability, thing))).not.toContain('p')
  })

  it('on somebody’s screen is one that they see', () =>
    expect(who((viewer) => can(viewer, 'edit', asVisibleTo(viewer, { ownerId: 'ann', campaignId })))).toBe('doxae'))
})

describe('a campaign', () => {
  it.each(Object.entries(campaigns))('%s', (ability, expected) =>
    expect(who((viewer) => can(viewer, ability as keyof typeof campaigns, { campaignId }))).toBe(expected),
  )

  it.each([
    ['a player', PLAYER, 'do'],
    ['a DM', DM, 'o'],
    ['the owner', OWNER, ''],
  ] as const)('removes %s from it', (_who, role, expected) =>
    expect(who((viewer) => can(viewer, 'removeMember', { campaignId, userId: 'una', role }))).toBe(expected),
  )
  it('removes nobody by themselves: they leave', () =>
    expect(can(actors.d as Viewer, 'removeMember', { campaignId, userId: 'dora', role: DM })).toBe(false))

  it('removes a file', () =>
    expect(who((viewer) => can(viewer, 'removeFile', { campaignId, ownerId: 'ann' }))).toBe('doa'))
})

describe('a link', () => {
  const thing = (ownerId: string, visibility: 'PRIVATE' | 'DM' | 'CAMPAIGN') =>
    thingOf({ ownerId, campaignId, visibility })
  const changers = (...ends: ReturnType<typeof thing>[]) => who((viewer) => can(viewer, 'changeLink', { ends }))

  it('is changed by who edits either of its ends, and sees both', () => {
    expect(changers(thing('ann', 'CAMPAIGN'), thing('una', 'CAMPAIGN'))).toBe('doa')
    expect(changers(thing('una', 'CAMPAIGN'), thing('ann', 'CAMPAIGN'))).toBe('doa')
    expect(changers(thing('una', 'CAMPAIGN'), thing('una', 'CAMPAIGN'))).toBe('do')
    expect(changers(thing('ann', 'CAMPAIGN'), thing('una', 'DM'))).toBe('do')
    expect(changers(thing('ann', 'CAMPAIGN'), thing('una', 'PRIVATE'))).toBe('')
  })
})

it('every ability is in these tables, and in a sentence', () => {
  const inTables: Record<
    | ThingAbility
    | keyof typeof campaigns
    | 'removeMember'
    | 'removeFile'
    | 'changeLink'
    | 'seeTemplate'
    | 'changeTemplate',
    unknown
  > = {
    ...things,
    ...campaigns,
    removeMember: true,
    removeFile: true,
    changeLink: true,
    // In templates.test.ts.
    seeTemplate: true,
    changeTemplate: true,
  }
  expect(Object.keys(inTables).sort()).toEqual(Object.keys(sentences).sort())
  for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].* .*\.$/)
})

it('nothing else compares roles', () => {
  const root = path.join(import.meta.dirname, '../..')
  const home = ['backend/domain/roles.ts', 'backend/domain/rights.ts']
  const files = ['backend', 'frontend/src'].flatMap((dir) => globSync(`${dir}/**/*.{ts,tsx}`, { cwd: root }))
  expect(files.length).toBeGreaterThan(300)
  const role = String.raw`(?:campaignRoles\.\w+|OWNER\b|PLAYER\b|'(?:admin|auditor)'|[123]\b)`
  const compares = new RegExp(
    String.raw`\b(?:\w*[rR]ole\w*(?:\([^)]*\))?) *[!=]==? *${role}|[!=]==? *campaignRoles\.|campaignRoles\.\w+ *[!=]==?|\bisDm\(`,
  )
  const found = files
    .filter((file) => !home.includes(file) && compares.test(readFileSync(path.join(root, file), 'utf8')))
    .sort()
  // Who listens to the DMs' channel is what seeing is made of.
  expect(found).toEqual(['backend/domain/access.ts'])
})

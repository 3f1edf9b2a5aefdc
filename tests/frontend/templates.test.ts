import { describe, expect, it } from 'vitest'
import { productUserId } from '#domain/product.ts'
import { dependencyLinks } from '../../frontend/src/features/templates/dependencies.ts'
import { draftOf, edited, lacking, mayNeed } from '../../frontend/src/features/templates/editor/draft.ts'
import { goingOn, mentionAt, mentionedIn } from '../../frontend/src/features/templates/wizard/mentioned.ts'
import { isOver, stagesOf } from '../../frontend/src/features/templates/wizard/progress.ts'
import { lifeOf } from '../../frontend/src/features/templates/words.ts'

describe('a template that is written', () => {
  const two = ['Price', 'Secret'].reduce(
    (draft, name, place) =>
      edited(place === 0 ? draft : edited(draft, { type: 'add' }), {
        type: 'change',
        place,
        change: { name, prompt: `Say the ${name}` },
      }),
    draftOf(null),
  )
  const prompted = (place: number, prompt: string, draft = two) =>
    edited(draft, { type: 'change', place, change: { prompt } }).content.attributes

  it('begins with one attribute, open, and opens each that is added', () => {
    expect(draftOf(null).content.attributes).toHaveLength(1)
    expect(two.open).toBe(two.content.attributes[1]?.id)
  })
  it('depends on what its prompt names in brackets, and on nothing that waits for it', () => {
    expect(prompted(1, 'Why [price] is never paid')[1]?.dependsOn).toEqual([0])
    expect(prompted(1, 'In [coin]')[1]?.dependsOn).toEqual([])
    const named = edited(two, { type: 'change', place: 1, change: { prompt: 'Of [Price]' } })
    expect(prompted(0, 'Of [Secret]', named)[0]?.dependsOn).toEqual([])
    expect(mayNeed(named.content.attributes, 0)).toEqual([])
    expect(mayNeed(named.content.attributes, 1)).toEqual([0])
  })
  it('is drawn with a link from each text to those that are written from it, dashed where it only decides', () => {
    const [price, secret] = prompted(1, 'Why [price] is never paid')
    if (!price || !secret) throw new Error('There is no attribute')
    const [source, target] = [price.id, secret.id]
    expect(dependencyLinks([price, secret])).toEqual([{ source, target, tone: 'plain' }])
    const conditions = { attribute: 0, test: 'filled', value: '' } as const
    expect(dependencyLinks([price, { ...secret, conditions }])).toEqual([{ source, target, tone: 'plain' }])
    expect(dependencyLinks([price, { ...secret, dependsOn: [], conditions }])).toEqual([
      { source, target, tone: 'dashed' },
    ])
  })
  it('says what an attribute lacks', () => {
    const [price] = two.content.attributes
    if (!price) throw new Error('There is no attribute')
    expect(lacking(price)).toBeUndefined()
    expect(lacking({ ...price, name: ' ' })).toBe('This attribute has no name yet.')
    expect(lacking({ ...price, prompt: '' })).toBe('This attribute has no prompt yet.')
  })
})

describe('the life of a template', () => {
  const unused = { usageCount: 0, lastUsedAt: null, updatedAt: '2026-01-01T00:00:00.000Z' }

  it('is its uses and when it was used or changed last', () => {
    expect(lifeOf({ ...unused, userId: 'somebody' })).toMatch(/^0 uses · \S/)
  })
  it('has no day where it comes with the product, until it is used', () => {
    expect(lifeOf({ ...unused, userId: productUserId })).toBe('0 uses')
    const used = { ...unused, userId: productUserId, usageCount: 1, lastUsedAt: '2026-02-01T00:00:00.000Z' }
    expect(lifeOf(used)).toMatch(/^1 use · \S/)
  })
})

describe('guidance', () => {
  it('knows what is typed after an @, and not an address', () => {
    expect(mentionAt('At the @Eel qu', 14)).toEqual({ from: 7, words: 'Eel qu' })
    expect(mentionAt('ines@example', 12)).toBeUndefined()
    expect(mentionAt('At the @Eel', 3)).toBeUndefined()
  })
  it('looks for no other name in what follows one that was chosen', () => {
    const [eel, market] = [
      { id: '1', name: 'Eel quay' },
      { id: '2', name: 'Eel Quay Market' },
    ]
    expect(goingOn('Eel quay it rains', [eel], [eel])).toEqual([])
    expect(goingOn('Eel quay', [eel, market], [eel])).toEqual([eel, market])
  })
  it('looks for a longer one that begins with one that was chosen', () => {
    const [pell, marsh] = [
      { id: '1', name: 'Pell' },
      { id: '2', name: 'Pell Marsh' },
    ]
    expect(goingOn('Pell m', [pell, marsh], [pell])).toEqual([marsh])
  })
  it('points at what still stands in it, once', () => {
    const eel = { id: '1', name: 'Eel quay' }
    expect(mentionedIn('Near @Eel quay', [eel, eel, { id: '2', name: 'Reeve' }])).toEqual([eel])
  })
})

describe('the steps of the wizard', () => {
  const at = { requestedAt: '2026-11-22T10:00:00Z', startedAt: null, writtenAt: null, endedAt: null }
  const states = (...asked: Parameters<typeof stagesOf>) => stagesOf(...asked).map(({ state }) => state)

  it('are three, as the server reports them', () => {
    expect(states({ ...at, status: 'QUEUED' }, false, undefined, false)).toEqual(['now', 'waiting', 'waiting'])
    const written = { ...at, startedAt: '2026-11-22T10:00:04Z', writtenAt: '2026-11-22T10:00:42Z' }
    const [analyzing, generating] = stagesOf({ ...written, status: 'WRITTEN' }, false, undefined, false)
    expect([analyzing?.took, generating?.took]).toEqual([4_000, 38_000])
  })
  it('are two more with a picture, and tell that it did not come', () => {
    const done = { ...at, status: 'COMPLETED' } as const
    const picture = (more: object) => ({ generating: false, failed: false, uri: null, ...more })
    expect(states(done, true, picture({ generating: true }), true).slice(3)).toEqual(['now', 'waiting'])
    expect(states(done, true, picture({ uri: '/a' }), true).slice(3)).toEqual(['done', 'done'])
    expect(states(done, true, picture({ failed: true }), true).slice(3)).toEqual(['failed', 'waiting'])
    expect(states(done, true, undefined, false).slice(3)).toEqual(['failed', 'waiting'])
  })
  it('end without texts, with the lore, or with its picture', () => {
    expect(isOver({ status: 'FAILED' }, true)).toBe(true)
    expect(isOver({ status: 'WRITTEN' }, false)).toBe(false)
    expect(isOver({ status: 'COMPLETED' }, false)).toBe(true)
    expect(isOver({ status: 'COMPLETED' }, true)).toBe(false)
  })
})

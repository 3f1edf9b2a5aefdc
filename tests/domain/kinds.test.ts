import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { events, kinds, references, refusals } from '#domain/kinds.ts'
import { usedStorage } from '../../backend/queries/storage/usage.ts'
import { personalData, rules } from '../../backend/things.ts'

const doubled = (names: readonly string[]) => names.filter((name, n) => names.indexOf(name) !== n)

describe('the list of kinds', () => {
  it('has the events of all rules, and no others', () => {
    const decided = [...rules.values()].flatMap((decider) => Object.keys(decider.events))
    expect(Object.keys(events).toSorted()).toEqual(decided.toSorted())
  })

  it('declares each event and each rejection once', () => {
    expect(doubled(kinds.flatMap((kind) => Object.keys(kind.events)))).toEqual([])
    expect(doubled(kinds.flatMap((kind) => ('refusals' in kind ? Object.keys(kind.refusals) : [])))).toEqual([])
  })

  it('finds the thing that events are about in streams that rules decide', () => {
    const categories = kinds.flatMap((kind) => ('item' in kind ? [kind.item.category] : []))
    expect(categories.filter((category) => !rules.has(category))).toEqual([])
  })

  it('hides the folder of lore from viewers of the lore alone', () => {
    expect(Object.keys(references['ConjurationCreated'] ?? {})).toEqual(['collectionId', 'copyOf'])
  })

  it('answers each rejection with a status of the client and a sentence', () => {
    for (const [status, sentence] of Object.values(refusals)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(typeof sentence === 'function' || sentence.length > 0).toBe(true)
    }
  })
})

describe('the files of a thing', () => {
  /** True if the event has a string `key` in it, or a list `keys` of them. */
  const hasKey = (schema: z.ZodType) =>
    /"(key|keys)":\{("type":"string"|"anyOf":\[\{"type":"string"|"type":"array","items":\{"type":"string")/.test(
      JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })),
    )

  it('belong to it where its events name them, so that orphans are found and forgetting removes them', () => {
    const naming = [...rules.values()].filter(({ events }) => Object.values<z.ZodType>(events).some(hasKey))
    const folders = personalData.storedFiles.flatMap((each) => each.folders)
    expect(naming.map(({ category }) => category).filter((category) => !folders.includes(category))).toEqual([])
    expect(naming.length).toBeGreaterThan(5)
  })

  it('count for the storage of their user and their campaign', () => {
    // Files of imports count as long as they are awaited.
    const folders = personalData.storedFiles.flatMap((each) => each.folders).filter((folder) => folder !== 'imports')
    expect(folders.filter((folder) => !(folder in usedStorage))).toEqual([])
  })
})

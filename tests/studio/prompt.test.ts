import { describe, expect, test } from 'vitest'
import { readPrompt, stems } from '../../studio/prompt.ts'

describe('the studio reads a prompt', () => {
  test('place, time, weather, season and mood are found among ordinary words', () => {
    const scene = readPrompt('An eerie pine forest at dusk, in the mist of late autumn')
    expect(scene).toMatchObject({
      place: ['forest'],
      time: ['dusk'],
      weather: ['fog'],
      season: ['autumn'],
      mood: ['eerie'],
    })
  })

  test('plurals and endings are the word itself', () => {
    expect(stems('wolves')).toContain('wolf')
    expect(stems('bodies')).toContain('body')
    expect(readPrompt('misty snowy elven towers').weather).toEqual(['fog', 'snow'])
    expect(readPrompt('wolves').creature).toEqual(['wolf'])
    expect(readPrompt('knives and daggers').item).toEqual(['dagger'])
  })

  test('a phrase counts before its words', () => {
    expect(readPrompt('a standing stone').motif).toEqual(['stones'])
    expect(readPrompt('the golden hour').time).toEqual(['golden'])
  })

  test('a word may name ideas in several groups', () => {
    const { item, feature, charge } = readPrompt('a crown')
    expect({ item, feature, charge }).toEqual({ item: ['crown'], feature: ['crown'], charge: ['crown'] })
  })

  test('ideas keep the order in which they were named', () => {
    expect(readPrompt('a bell, a sword and a key').item).toEqual(['bell', 'sword', 'key'])
    expect(readPrompt('a key, a sword and a bell').item).toEqual(['key', 'sword', 'bell'])
  })

  test('a colour belongs to the noun it stands before', () => {
    const { tints } = readPrompt('a woman with red hair and a green cloak')
    expect(tints.get('hair')).toBe('red')
    expect(tints.get('cloak')).toBe('green')
  })

  test('case, accents and possessives do not matter', () => {
    expect(readPrompt("The WOLF'S château, Château").hash).toBe(readPrompt('the wolf château chateau').hash)
  })

  test('unknown words still make another picture', () => {
    expect(readPrompt('Vhalor under Qesh').hash).not.toBe(readPrompt('Vhalor above Qesh').hash)
  })

  test('nothing is read from nothing', () => {
    expect(readPrompt('').place).toEqual([])
    expect(readPrompt('?!').banned.size).toBe(0)
  })
})

describe('what is not wanted is left out', () => {
  test('the negative prompt takes ideas away, in whatever form they are written', () => {
    const scene = readPrompt('a ship on the sea in a storm, gulls and clouds', 'ships, birds')
    expect(scene.motif).not.toContain('ship')
    expect(scene.motif).not.toContain('bird')
    expect(scene.motif).toContain('cloud')
    expect(scene.place).toEqual(['sea'])
  })

  test('a general word takes what the studio would add by itself', () => {
    const { banned } = readPrompt('a road', 'people, trees, lights')
    for (const idea of ['figure', 'tree', 'forest', 'window', 'lantern']) expect(banned).toContain(idea)
  })

  test('"no", "without" and "never" do the same inside the prompt, up to the end of the clause', () => {
    const scene = readPrompt('quiet arches, no figures, no boats but the moon; without fog')
    expect([...scene.banned]).toEqual(expect.arrayContaining(['figure', 'boat', 'fog']))
    expect(scene.motif).toContain('moon')
    expect(scene.weather).toEqual([])
  })

  test('it leaves the rest of the composition where it was', () => {
    expect(readPrompt('a harbour at night', 'boats').hash).toBe(readPrompt('a harbour at night').hash)
  })

  test('colours can be refused too', () => {
    expect(readPrompt('a red and blue banner', 'red').colour).toEqual(['blue'])
  })
})

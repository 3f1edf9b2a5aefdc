import { describe, expect, test } from 'vitest'
import type { creatures } from '../../studio/creatures.ts'
import { draw } from '../../studio/draw.ts'
import { poseOf } from '../../studio/likeness/pose.ts'
import { sitterOf } from '../../studio/likeness/sitter.ts'
import { creatureOf } from '../../studio/likeness.ts'
import { openStage } from '../../studio/stage.ts'
import { fromRuns, maskSize, type Things } from '../../studio/things.ts'

const small = { width: 192, height: 192 }
const order = (prompt: string, seed = 7) => ({
  model: 'studio-likeness' as const,
  prompt,
  negativePrompt: '',
  stylePreset: 'digital-art',
  ...small,
  seed,
})
const stage = (prompt: string, seed = 7) => openStage(order(prompt, seed))

/** The box of a thing, in parts of the picture; undefined where nothing of it is seen. */
const boxOf = (things: Things, word: string) => {
  const thing = things.things.find(({ words }) => words.includes(word))
  if (!thing) return undefined
  const { width, height } = maskSize(things)
  const at = [...fromRuns(thing.mask, width * height)].flatMap((bit, i) =>
    bit ? [[i % width, Math.floor(i / width)]] : [],
  )
  const xs = at.map(([x]) => (x as number) / width)
  const ys = at.map(([, y]) => (y as number) / height)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe('who sits', () => {
  test.each([
    ['a beholder in a dark hall', 'beholder'],
    ['an ancient lich king with a crown', 'lich'],
    ['undead knight', 'skeleton'],
    ['the ghost of a young woman', 'ghost'],
    ['an iron golem, construct of the dwarves', 'golem'],
    ['a red dragon, a knight fleeing before it', 'dragon'],
    ['a white unicorn', 'unicorn'],
    ['giant beetle', 'insect'],
    ['a pack of wolves', 'wolf'],
  ])('%s is a %s', (prompt, creature) => expect(creatureOf(stage(prompt))).toBe(creature))

  test.each([
    'a knight with a wolf at his side',
    'a young woman with a raven',
    'a wizard',
    'an elf',
    'no dragon, a portrait',
  ])('%s is a person', (prompt) => expect(creatureOf(stage(prompt))).toBeNull())

  test('a creature is drawn, and known for what it is', async () => {
    for (const creature of ['beholder', 'dragon', 'lich', 'ghost', 'unicorn'] satisfies (keyof typeof creatures)[]) {
      const { things } = await draw(order(creature))
      const subject = things.things.find(({ subject }) => subject)
      expect(subject?.words, creature).toContain(creature)
      expect(things.background, creature).not.toBeNull()
    }
  })
})

describe('a sitter is as the words have them', () => {
  test('age, trade, colours and expression', () => {
    const wizard = sitterOf(stage('an old wizard with a white beard and blue eyes'))
    expect(wizard).toMatchObject({ old: true, trade: 'wizard', female: false })
    expect(wizard.beard).toBeGreaterThan(0.3)
    expect(sitterOf(stage('a smiling woman')).smile).toBeGreaterThan(sitterOf(stage('an angry woman')).smile)
    expect(sitterOf(stage('an elf')).ears).toBe('pointed')
    expect(sitterOf(stage('a wizard without a beard')).beard).toBe(0)
    // What is said is drawn, of whomever: the reading promises it.
    for (const who of ['woman', 'young man']) expect(sitterOf(stage(`a bearded ${who}`)).beard, who).toBeGreaterThan(0)
  })

  test('the view is asked for, or varies with the seed', () => {
    const yaws = Array.from({ length: 16 }, (_, seed) => poseOf(stage('an innkeeper', seed)).yaw)
    expect(yaws.some((yaw) => Math.abs(yaw) < 0.2)).toBe(true)
    expect(yaws.some((yaw) => yaw > 0.35)).toBe(true)
    expect(yaws.some((yaw) => yaw < -0.35)).toBe(true)
    expect(Math.abs(poseOf(stage('an innkeeper, front view')).yaw)).toBeLessThan(0.1)
    expect(Math.abs(poseOf(stage('an innkeeper in profile')).yaw)).toBeGreaterThan(1)
  })

  test('face, hair and clothes are known apart, the face above the cloth', async () => {
    const { things } = await draw(order('a young woman with long red hair, front view'))
    const [face, hair, cloth] = ['face', 'hair', 'cloth'].map((word) => boxOf(things, word))
    if (!face || !hair || !cloth) throw new Error('a part is missing')
    expect(hair.top).toBeLessThan(face.top)
    expect(face.bottom).toBeLessThan(cloth.bottom)
    expect(face.right - face.left).toBeGreaterThan(0.1)
    expect(face.right - face.left).toBeLessThan(0.6)
    expect(things.things.find(({ words }) => words.includes('hair'))?.words).toContain('red')
  })
})

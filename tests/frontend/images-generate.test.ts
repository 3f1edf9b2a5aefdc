import { describe, expect, it } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { costOf } from '#domain/image-models.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import { browse, chips, type sorts } from '../../frontend/src/features/images/generate/catalogue.ts'
import {
  choose,
  chosen,
  defaultSize,
  type GenerateForm,
  insufficient,
  priceOf,
  problemsOf,
  switched,
} from '../../frontend/src/features/images/generate/form.ts'
import { announced } from '../../frontend/src/features/images/generate/reading.ts'
import { remembered } from '../../frontend/src/features/images/generate/remembered.ts'
import { requestsOf } from '../../frontend/src/features/images/generate/request.ts'
import { isSlow, tally, waited, woven } from '../../frontend/src/features/images/progress.ts'
import { formatElapsed } from '../../frontend/src/ui/elapsed.ts'
import { aspects } from '../../frontend/src/uploads/aspects.ts'
import { middleOf } from '../../frontend/src/uploads/cropped.ts'

const [vista, settlement] = imageModels as [(typeof imageModels)[number], (typeof imageModels)[number]]
const blazon = imageModels.find(({ slug }) => slug === 'studio-blazon') as (typeof imageModels)[number]
const form: GenerateForm = {
  choices: [{ modelId: vista.id, quantity: 1, stylePreset: 'fantasy-art' }],
  prompt: 'A chapel of seven bells',
  negativePrompt: '',
  size: defaultSize,
  seed: '',
  reference: null,
  nsfw: false,
}
const reference = (width: number, height: number) => ({
  source: { file: new File([], 'a.png') },
  isKept: false,
  strength: 50,
  width,
  height,
})

describe('what a form requests', () => {
  it('is NSFW of the models that make it alone', () => {
    const bold = { ...settlement, supportsNSFW: true }
    const from = { userId: 'u', campaignId: 'c', conjurationId: null, models: [vista, bold], referenceId: null }
    const choices = [vista, bold].map(({ id }) => ({ modelId: id, quantity: 1, stylePreset: null }))
    const asked = (nsfw: boolean) =>
      requestsOf({ ...form, choices, nsfw }, from).map(({ body, guesses: [guess] }) => [
        body.nsfw ?? false,
        guess && 'nsfw' in guess.data && guess.data.nsfw,
      ])
    expect(asked(true)).toEqual([
      [false, false],
      [true, true],
    ])
    expect(asked(false)).toEqual([
      [false, false],
      [false, false],
    ])
  })
})

describe('a generation form', () => {
  it('may go when it has a model and a prompt', () => {
    expect(problemsOf(form)).toEqual({})
  })
  it('needs a model', () => {
    expect(problemsOf({ ...form, choices: [] })).toEqual({ choices: 'Please select at least one model' })
  })
  it.each(['', '  \n', 'x'.repeat(promptLimit + 1)])('needs a prompt of at most 2000 characters', (prompt) => {
    expect(problemsOf({ ...form, prompt })).toEqual({
      prompt: 'Prompt must be provided and cannot exceed 2000 characters',
    })
  })
  it('takes a prompt of 2000 characters', () => {
    expect(problemsOf({ ...form, prompt: 'x'.repeat(promptLimit) })).toEqual({})
  })
  it('takes at most 2000 characters of negative prompt', () => {
    expect(problemsOf({ ...form, negativePrompt: 'x'.repeat(promptLimit + 1) })).toEqual({
      negativePrompt: 'Negative prompt cannot exceed 2000 characters',
    })
  })
  it('takes a reference of a supported size only', () => {
    expect(problemsOf({ ...form, reference: reference(832, 1216) })).toEqual({})
    expect(problemsOf({ ...form, reference: reference(800, 600) }).reference).toBe(
      'Invalid image dimensions. Please use one of these dimensions: 1024x1024, 1152x896, 1216x832, 1344x768, 1536x640, 640x1536, 768x1344, 832x1216, 896x1152',
    )
  })
  it.each(['', '0', ' 4294967294 '])('takes a seed', (seed) => expect(problemsOf({ ...form, seed })).toEqual({}))
  it.each(['-1', '1.5', 'x', '4294967295'])('refuses what is no seed', (seed) => {
    expect(problemsOf({ ...form, seed }).seed).toBe('A seed is a whole number from 0 to 4294967294')
  })
  it('crops a reference around its middle', () => {
    expect(middleOf({ width: 3000, height: 1000 }, { width: 1024, height: 1024 })).toEqual({
      x: 1000,
      y: 0,
      width: 1000,
      height: 1000,
    })
    expect(middleOf({ width: 640, height: 1536 }, { width: 640, height: 1536 })).toMatchObject({ x: 0, y: 0 })
  })
  it('offers the nine sizes, square first', () => {
    expect(aspects.map(({ ratio }) => ratio)).toEqual(['1:1', '9:7', '3:2', '7:4', '12:5', '7:9', '2:3', '4:7', '5:12'])
    expect(defaultSize).toBe('1024x1024')
  })
})

describe('a price', () => {
  it('is the sum of quantity times cost', () => {
    const choices = [
      { modelId: vista.id, quantity: 3, stylePreset: null },
      { modelId: blazon.id, quantity: 2, stylePreset: null },
    ]
    expect(priceOf(chosen(choices, imageModels))).toEqual({
      pictures: 5,
      credits: 3 * costOf(vista) + 2 * costOf(blazon),
    })
  })
  it('leaves out models that are no longer offered', () => {
    expect(priceOf(chosen([{ modelId: 'gone', quantity: 3, stylePreset: null }], imageModels))).toEqual({
      pictures: 0,
      credits: 0,
    })
  })
  it('says what is missing as the server does', () => {
    expect(insufficient(50, 12)).toBe('Insufficient credits. You need 50 credits but only have 12.')
  })
})

describe('choosing models', () => {
  it('keeps the quantity and style of those already chosen', () => {
    const current = [{ modelId: vista.id, quantity: 3, stylePreset: 'comic-book' }]
    expect(choose(current, [vista, settlement], {}, false)).toEqual([
      { modelId: vista.id, quantity: 3, stylePreset: 'comic-book' },
      { modelId: settlement.id, quantity: 1, stylePreset: 'fantasy-art' },
    ])
  })
  it('remembers a style per model', () => {
    expect(choose([], [vista], { [vista.id]: 'digital-art' }, false)[0]?.stylePreset).toBe('digital-art')
  })
  it('does not offer a style that the model lost', () => {
    expect(choose([], [vista], { [vista.id]: 'origami' }, false)[0]?.stylePreset).toBe('fantasy-art')
  })
  it('keeps quantities between one and three', () => {
    expect(choose([{ modelId: vista.id, quantity: 9, stylePreset: null }], [vista], {}, false)[0]?.quantity).toBe(3)
    expect(choose([{ modelId: vista.id, quantity: -1, stylePreset: null }], [vista], {}, false)[0]?.quantity).toBe(1)
  })
})

describe('the catalogue', () => {
  const all = { search: '', sort: 'default', chip: 'all' } as const
  it('shows everything, defaults first', () => {
    expect(browse(imageModels, all)).toHaveLength(imageModels.length)
    expect(browse([...imageModels].reverse(), all)[0]?.default).toBe(true)
  })
  it('sorts by name and by cost, both ways', () => {
    const names = (sort: keyof typeof sorts) => browse(imageModels, { ...all, sort }).map(({ name }) => name)
    expect(names('nameUp')).toEqual(names('nameDown').reverse())
    const costs = (sort: keyof typeof sorts) => browse(imageModels, { ...all, sort }).map(costOf)
    expect(costs('costUp')).toEqual([...costs('costUp')].sort((a, b) => a - b))
    expect(costs('costDown')).toEqual([...costs('costDown')].sort((a, b) => b - a))
  })
  it('finds words in names, descriptions and strengths, in any order and case', () => {
    expect(browse(imageModels, { ...all, search: 'heraldry BLAZON' }).map(({ slug }) => slug)).toEqual([
      'studio-blazon',
    ])
    expect(browse(imageModels, { ...all, search: 'no such model' })).toEqual([])
  })
  it('tells where each draws, and puts the nearest first', () => {
    const home = { ...vista, id: crypto.randomUUID(), source: 'home' as const }
    const models = [...imageModels].reverse().concat(home)
    expect(browse(models, { ...all, place: 'home' })).toEqual([home])
    const drawn = (place: 'here' | 'vendor') => browse(models, { ...all, place }).map(({ source }) => source)
    expect(new Set(drawn('here'))).toEqual(new Set(['here']))
    expect(new Set(drawn('vendor'))).toEqual(new Set(['vendor']))
    const order = browse(models, { ...all, sort: 'nearest' }).map(({ source }) => source)
    expect(order.filter((source, n) => source !== order[n - 1])).toEqual(['here', 'home', 'vendor'])
  })
  it('tells art styles from third parties', () => {
    const [ours, theirs] = [
      browse(imageModels, { ...all, chip: 'artStyles' }),
      browse(imageModels, { ...all, chip: 'thirdParty' }),
    ]
    expect(ours.length + theirs.length).toBe(imageModels.length)
    expect(theirs.every(({ provider }) => provider !== 'Loreloom Studio')).toBe(true)
  })
  it('admits only what a chip promises', () => {
    const artist = { slug: 's', name: 'n', description: '', profilePicUri: '', callToActionUri: '' }
    const licensed = {
      ...vista,
      provider: 'Someone',
      licensedArt: true,
      paysRoyalties: true,
      supportsNSFW: true,
      artists: [artist],
    }
    for (const chip of Object.keys(chips) as (keyof typeof chips)[])
      expect(browse([licensed], { ...all, chip }), chip).toHaveLength(1)
    for (const chip of ['licensedArt', 'paysRoyalties', 'supportsNSFW'] as const)
      expect(browse([vista], { ...all, chip }), chip).toHaveLength(0)
  })
})

describe('what a browser remembers', () => {
  const shelf = (content: Record<string, string> = {}) => ({
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => {
      content[key] = value
    },
  })
  it('is what was written', () => {
    const store = shelf()
    remembered(store, 'u', 'IMAGE').write('styles', { a: 'comic-book' })
    expect(remembered(store, 'u', 'IMAGE').read('styles')).toEqual({ a: 'comic-book' })
  })
  it('is one person’s, and pictures’ or maps’', () => {
    const store = shelf()
    remembered(store, 'u', 'IMAGE').write('negativePrompt', 'people')
    expect(remembered(store, 'someone else', 'IMAGE').read('negativePrompt')).toBe('')
    expect(remembered(store, 'u', 'MAP').read('negativePrompt')).toBe('')
  })
  it.each(['{', '"text"', '[{"modelId":1}]', 'null'])('is nothing when it cannot be read: %s', (text) => {
    expect(remembered({ getItem: () => text, setItem: () => {} }, 'u', 'IMAGE').read('models')).toEqual([])
  })
  it('may fail to be kept', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    expect(() => remembered(full, 'u', 'IMAGE').write('negativePrompt', 'x')).not.toThrow()
  })
})

describe('waiting for a picture', () => {
  const row = { requestedAt: '2026-11-20T20:00:00.000Z', generating: true, status: 'IN_PROGRESS' } as const
  const after = (seconds: number) => Date.parse(row.requestedAt) + seconds * 1000

  it('takes longer than usual from a minute on, while it lasts', () => {
    expect(isSlow(row, after(59))).toBe(false)
    expect(isSlow(row, after(60))).toBe(true)
    expect(isSlow({ ...row, generating: false }, after(90))).toBe(false)
  })
  it('is never negative and never past the deadline', () => {
    expect(waited(row, after(-5))).toBe(0)
    expect(waited(row, after(999))).toBe(180_000)
  })
  it('is told in minutes and seconds', () => {
    expect([0, 24_900, 78_000, 180_000].map(formatElapsed)).toEqual(['0:00', '0:24', '1:18', '3:00'])
  })
  it('weaves further and never arrives; a queued picture has not begun', () => {
    expect(woven({ ...row, status: 'IN_QUEUE' }, after(30))).toBe(0)
    expect(woven(row, after(10))).toBeLessThan(woven(row, after(20)))
    expect(woven(row, after(179))).toBeLessThan(1)
  })
  it('is summed up without empty parts', () => {
    const rows = (['COMPLETED', 'RETRYING', 'CANCELLED', 'COMPLETED', 'FAILED'] as const).map((status) => ({ status }))
    expect(tally(rows)).toBe('2 done, 1 on the loom, 1 cancelled, 1 failed')
    expect(tally([{ status: 'IN_QUEUE' }])).toBe('1 on the loom')
  })
})

describe('a model in the place of another', () => {
  const ours = { modelId: vista.id, quantity: 2, stylePreset: 'comic-book' }
  it('draws as many, in the style that was chosen', () => {
    expect(switched([ours], vista, settlement, false)).toEqual([{ ...ours, modelId: settlement.id }])
  })
  it('takes part once, and another keeps its place', () => {
    const other = { modelId: blazon.id, quantity: 1, stylePreset: null }
    const taken = { modelId: settlement.id, quantity: 3, stylePreset: null }
    expect(switched([other, ours, taken], vista, settlement, false)).toEqual([
      other,
      { ...ours, modelId: settlement.id },
    ])
  })
  it('has its own first style where it does not know the chosen one', () => {
    expect(switched([{ ...ours, stylePreset: 'enhance' }], vista, settlement, false)[0]?.stylePreset).toBe(
      settlement.supportedStyles.loreloom[0],
    )
  })
})

describe('a reading in words', () => {
  const reading = { modelId: vista.id, understood: ['lake'], ignored: ['goblet'], suits: true, better: [] }
  it('says aloud only what somebody might change', () => {
    expect(announced('Vista', reading, undefined)).toBe('Vista leaves out goblet.')
    expect(announced('Vista', { ...reading, ignored: [] }, undefined)).toBe('')
    expect(announced('Vista', { ...reading, ignored: [], suits: false }, 'Likeness')).toBe(
      'Likeness suits this prompt better than Vista.',
    )
  })
  it('does not read out a whole page', () => {
    const ignored = Array.from({ length: 200 }, (_, n) => `word${n}`)
    expect(announced('Vista', { ...reading, ignored }, undefined)).toMatch(/word11 and 188 more\.$/)
  })
})

import { describe, expect, it } from 'vitest'
import type { MessageOf } from '#domain/decider.ts'
import { can, viewerAs } from '#domain/rights.ts'
import {
  attributeLimit,
  filledIn,
  isMet,
  partsOf,
  placeholderNames,
  type TemplateAttribute,
  TemplateAttributes,
  withMoved,
  withoutAttribute,
  wordsOf,
  writingOrder,
} from '#domain/template-attributes.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import { TemplateContent, type templateEvents, templates } from '#domain/templates.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [templateId, userId, operationId, other] = [id(1), id(2), id(3), id(4)]

const attribute = (n: number, more: Partial<TemplateAttribute> = {}) => ({
  id: id(100 + n),
  name: `Part ${n}`,
  prompt: `Say part ${n}`,
  ...more,
})
const parsed = (...attributes: object[]) => TemplateAttributes.parse(attributes)
const refused = (...attributes: object[]) => TemplateAttributes.safeParse(attributes).error?.issues[0]?.message
const content = TemplateContent.parse({ name: 'Harbour clerk', attributes: [attribute(0)] })
const created = { type: 'TemplateCreated', data: { templateId, userId, ...content, copyOf: null } } as const
const deleted = { type: 'TemplateDeleted', data: { templateId, operationId } } as const
const restored = { type: 'TemplateRestored', data: { templateId, operationId } } as const
const givenTemplate = (...events: MessageOf<typeof templateEvents>[]) => given(templates)(...events)

describe('a template', () => {
  const create = { type: 'CreateTemplate', data: created.data } as const
  const revise = (change: object) => ({ type: 'ReviseTemplate', data: { templateId, ...content, ...change } }) as const

  it('is made once; its id is nobody else’s after that', () => {
    givenTemplate().when(create).emits(created)
    givenTemplate(created).when(create).emitsNothing()
    givenTemplate(created)
      .when({ type: 'CreateTemplate', data: { ...created.data, userId: other } })
      .rejects('template_exists')
  })
  it('is revised as a whole, and saying the same again says nothing', () => {
    givenTemplate(created)
      .when(revise({ name: 'Weighmaster' }))
      .emits({ type: 'TemplateRevised', data: { templateId, ...content, name: 'Weighmaster' } })
    givenTemplate(created).when(revise({})).emitsNothing()
  })
  it('goes to the Trash once, is not revised there, and comes back from the deletion that is named', () => {
    givenTemplate(created).when({ type: 'DeleteTemplate', data: deleted.data }).emits(deleted)
    givenTemplate(created, deleted).when({ type: 'DeleteTemplate', data: deleted.data }).emitsNothing()
    givenTemplate(created, deleted)
      .when(revise({ name: 'No' }))
      .rejects('template_not_found')
    givenTemplate(created, deleted).when({ type: 'RestoreTemplate', data: restored.data }).emits(restored)
    givenTemplate(created, deleted)
      .when({ type: 'RestoreTemplate', data: { templateId, operationId: other } })
      .emitsNothing()
  })
  it('is counted each time it is used, those that come with the product too', () => {
    const use = { type: 'CountTemplateUse', data: { templateId } } as const
    const used = (uses: number) => ({ type: 'TemplateUsed', data: { templateId, uses } }) as const
    givenTemplate().when(use).emits(used(1))
    givenTemplate(created, used(7)).when(use).emits(used(8))
  })
  it('needs a name, and an attribute with a name and a prompt', () => {
    const message = (template: object) => TemplateContent.safeParse(template).error?.issues[0]?.message
    expect(message({ name: ' ', attributes: [attribute(0)] })).toBe('Template name is required')
    expect(message({ attributes: [attribute(0)] })).toBe('Template name is required')
    expect(message({ name: 'A', attributes: [] })).toBe('A template needs at least one attribute')
    for (const lacking of [{ name: ' ' }, { prompt: ' ' }])
      expect(refused({ ...attribute(0), ...lacking })).toBe('Every attribute needs a name and a prompt')
    expect(refused(...Array.from({ length: attributeLimit + 1 }, (_, n) => attribute(n)))).toMatch(/at most 30/)
  })
})

describe('attributes that depend on others', () => {
  const three = parsed(
    attribute(0),
    attribute(1, { dependsOn: [0] }),
    attribute(2, { dependsOn: [0, 1], conditions: { attribute: 1, test: 'is', value: 'yes' } }),
  )
  const named = (attributes: readonly TemplateAttribute[]) =>
    attributes.map(({ name, dependsOn, conditions }) => [
      name,
      dependsOn.map((place) => attributes[place]?.name),
      conditions && attributes[conditions.attribute]?.name,
    ])

  it('follow when one moves: they still mean the same', () => {
    const moved = withMoved(three, 0, 2)
    expect(moved.map(({ sortOrder }) => sortOrder)).toEqual([0, 1, 2])
    expect(named(moved)).toEqual([
      ['Part 1', ['Part 0'], null],
      ['Part 2', ['Part 0', 'Part 1'], 'Part 1'],
      ['Part 0', [], null],
    ])
  })
  it('depend no more on one that is gone', () =>
    expect(named(withoutAttribute(three, 1))).toEqual([
      ['Part 0', [], null],
      ['Part 2', ['Part 0'], null],
    ]))
  it('are put in the order that they ask for, and follow there too', () => {
    const sorted = parsed(attribute(0, { sortOrder: 5 }), attribute(1, { sortOrder: -1, dependsOn: [0] }))
    expect(named(sorted)).toEqual([
      ['Part 1', ['Part 0'], null],
      ['Part 0', [], null],
    ])
  })
  it('never wait for each other, for themselves, or for nothing', () => {
    const circle = 'Attributes cannot depend on each other in a circle'
    expect(refused(attribute(0, { dependsOn: [1] }), attribute(1, { dependsOn: [0] }))).toBe(circle)
    expect(refused(attribute(0, { dependsOn: [0] }))).toBe(circle)
    const condition = { attribute: 1, test: 'filled' as const, value: '' }
    expect(refused(attribute(0, { conditions: condition }), attribute(1, { dependsOn: [0] }))).toBe(circle)
    expect(refused(attribute(0, { dependsOn: [4] }))).toBe('An attribute depends on one that is not there')
  })
  it('are written after what they need, and otherwise as they stand', () => {
    const back = parsed(attribute(0, { dependsOn: [2] }), attribute(1), attribute(2, { dependsOn: [1] }))
    expect(writingOrder(back)).toEqual([1, 2, 0])
  })
})

describe('how long a text is', () => {
  it('follows its length; word counts count for CUSTOM alone', () => {
    const [medium, custom, line] = parsed(
      attribute(0, { wordCountMin: 3, wordCountMax: 4 }),
      attribute(1, { length: 'CUSTOM', wordCountMin: 3, wordCountMax: 4 }),
      attribute(2, { format: 'SINGLE_LINE', length: 'LONG' }),
    )
    expect(medium && wordsOf(medium)).toEqual({ min: 75, max: 150 })
    expect(medium?.wordCountMin).toBe(null)
    expect(custom && wordsOf(custom)).toEqual({ min: 3, max: 4 })
    expect(line && wordsOf(line)).toEqual({ min: 1, max: 20 })
  })
  it('is at least one word, and the fewest are not more than the most', () => {
    const counts = (wordCountMin: number, wordCountMax: number) =>
      refused(attribute(0, { length: 'CUSTOM', wordCountMin, wordCountMax }))
    expect(counts(0, 5)).toBe('A text has at least 1 word')
    expect(counts(9, 5)).toBe('The fewest words must not be more than the most')
    expect(counts(5, 5)).toBeUndefined()
  })
})

describe('[placeholders]', () => {
  const prompt = 'Given [Part 0], say what this clerk of [harbour ward] weighs.'
  it('are told from what is written', () =>
    expect(partsOf(prompt).filter(({ placeholder }) => placeholder)).toEqual([
      { text: 'Part 0', placeholder: true },
      { text: 'harbour ward', placeholder: true },
    ]))
  it('are asked for once, unless they name an attribute', () =>
    expect(
      placeholderNames([attribute(0), attribute(1, { prompt }), attribute(2, { prompt: '[Harbour Ward] again' })]),
    ).toEqual(['harbour ward']))
  it('are filled in with what was said, and otherwise say their name', () => {
    expect(filledIn('Of [Harbour Ward] and [x]', { 'harbour ward': 'the Reeve’s Stair' })).toBe(
      'Of the Reeve’s Stair and x',
    )
  })
})

describe('a condition', () => {
  const texts = new Map([[0, ' Yes ']])
  it('compares without case and space, and what was left out is empty', () => {
    expect(isMet({ attribute: 0, test: 'is', value: 'yes' }, texts)).toBe(true)
    expect(isMet({ attribute: 0, test: 'isNot', value: 'YES' }, texts)).toBe(false)
    expect(isMet({ attribute: 0, test: 'filled', value: '' }, texts)).toBe(true)
    expect(isMet({ attribute: 1, test: 'filled', value: '' }, texts)).toBe(false)
    expect(isMet({ attribute: 1, test: 'isNot', value: 'yes' }, texts)).toBe(true)
    expect(isMet(null, texts)).toBe(true)
  })
})

describe('who sees a template', () => {
  const viewer = viewerAs(userId, null, undefined)
  const sees = (ownerId: string, visibility: 'PRIVATE' | 'SHARED' | 'PUBLIC', isShared: boolean) =>
    can(viewer, 'seeTemplate', { ownerId, visibility, isShared })
  it('is its owner, who is in a campaign with them, or everyone', () => {
    expect(sees(userId, 'PRIVATE', false)).toBe(true)
    expect(sees(other, 'PRIVATE', true)).toBe(false)
    expect([sees(other, 'SHARED', true), sees(other, 'SHARED', false)]).toEqual([true, false])
    expect(sees(other, 'PUBLIC', false)).toBe(true)
  })
  it('and only its owner changes it', () => {
    const offered = { ownerId: other, visibility: 'PUBLIC', isShared: true } as const
    expect(can(viewer, 'changeTemplate', offered)).toBe(false)
    expect(can(viewer, 'changeTemplate', { ...offered, ownerId: userId })).toBe(true)
  })
})

describe('the templates that come with the product', () => {
  it('are as good as anybody’s: each would be accepted, unchanged', () => {
    expect(productTemplates).toHaveLength(12)
    for (const { id: _id, ...template } of productTemplates)
      expect(TemplateContent.parse(template).attributes).toEqual(template.attributes)
  })
  it('name in brackets what they depend on, or what is asked for', () => {
    for (const { name, attributes } of productTemplates)
      for (const { prompt, dependsOn } of attributes)
        for (const part of partsOf(prompt).filter(({ placeholder }) => placeholder)) {
          const place = attributes.findIndex((each) => each.name === part.text)
          expect(place < 0 || dependsOn.includes(place), `${name}: [${part.text}]`).toBe(true)
        }
  })
})

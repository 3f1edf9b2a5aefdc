import { describe, expect, it } from 'vitest'
import type { ImageEdit } from '#domain/image-edit-answers.ts'
import { EditTool } from '#domain/image-edit-tools.ts'
import { grown, strip } from '../../frontend/src/features/images/editor/framing.ts'
import { branchesOf, currentOf, placeAfter, stepsOf, tally } from '../../frontend/src/features/images/editor/line.ts'
import { createMask } from '../../frontend/src/features/images/editor/mask.ts'
import { loadChoices, sourceOf, storeChoices } from '../../frontend/src/features/images/editor/sources.ts'
import { emptyFields, isUnsupported, lacking, tools } from '../../frontend/src/features/images/editor/tools.ts'
import { undoing } from '../../frontend/src/features/images/editor/undoing.ts'

const edit = (id: string, parentId: string | null, tool: ImageEdit['tool'] = 'erase'): ImageEdit => ({
  id,
  parentId,
  tool: parentId === null ? null : tool,
  uri: `/${id}`,
  width: 10,
  height: 10,
  prompt: '',
  searchPrompt: '',
  premium: false,
  growth: null,
  maskUri: null,
  provider: null,
  createdAt: '',
  by: { id: '', username: '' },
  cost: 0,
})
const row = [edit('original', null), edit('a', 'original'), edit('b', 'a'), edit('c', 'b')]
const line = (currentEditId: string, branches: ImageEdit[][] = []) => ({ edits: row, branches, currentEditId })

describe('the line of edits', () => {
  it('goes back to the original and forth to what redo leads to', () => {
    expect(stepsOf(line('original'))).toMatchObject({ undo: undefined, redo: { id: 'a' } })
    expect(stepsOf(line('b'))).toMatchObject({ undo: { id: 'a' }, redo: { id: 'c' } })
    expect(stepsOf(line('c'))).toMatchObject({ undo: { id: 'b' }, redo: undefined })
    expect(stepsOf({ edits: [edit('original', null)], branches: [], currentEditId: 'original' })).toEqual({})
  })

  it('is gone along by the keys once no stroke is left', () => {
    const mask = createMask({ width: 20, height: 20 })
    const shown: string[] = []
    const ways = () => undoing(line('b'), { mask, state: mask.state() }, ({ id }) => shown.push(id))
    mask.invert()
    expect(ways().undo.label).toBe('Undo stroke')
    ways().undo.run?.()
    expect(mask.state().isEmpty).toBe(true)
    expect([ways().undo.label, ways().redo.label]).toEqual(['Undo Erase', 'Redo stroke'])
    ways().undo.run?.()
    undoing(line('b'), null, ({ id }) => shown.push(id)).redo.run?.()
    expect(shown).toEqual(['a', 'c'])
  })

  it('keeps what came to nothing behind what it was asked for on, whatever is made afterwards', () => {
    expect(placeAfter(line('b'), 'b')).toBe(2)
    expect(placeAfter(line('c'), 'b')).toBe(2)
    const branch = [edit('d', 'a'), edit('e', 'd')]
    expect(placeAfter(line('c', [branch]), 'e')).toBe(1)
    expect(placeAfter(line('c'), 'gone')).toBe(0)
  })

  it('says how many were made, and how many can be made again', () => {
    expect(tally({ edits: row.slice(0, 1), branches: [], currentEditId: 'original' })).toBe('None yet')
    expect(tally(line('c'))).toBe('3 made')
    expect(tally(line('a', [[edit('d', 'a')]]))).toBe('4 made, 2 to redo')
  })

  it('finds what is shown in a branch, too, before that branch is the current one', () => {
    expect(currentOf(line('d', [[edit('d', 'a')]]))?.id).toBe('d')
  })

  it('has each branch below where it leaves, and none over another', () => {
    const branches = branchesOf(line('c', [[edit('d', 'b'), edit('e', 'd')], [edit('f', 'a')], [edit('g', 'b')]]))
    expect(branches.map(({ from, edits }) => [from, edits[0]?.id])).toEqual([
      [1, 'f'],
      [2, 'd'],
      [2, 'g'],
    ])
    expect(branches[0]?.column).toBe(2)
    for (const [n, { column }] of branches.entries())
      expect(column).toBeGreaterThanOrEqual((branches[n - 1]?.column ?? 0) + (branches[n - 1]?.edits.length ?? 0) * 0.6)
    expect(branchesOf(line('c', [[edit('h', 'of another branch')]]))[0]?.from).toBeUndefined()
  })
})

describe('a tool says what it lacks', () => {
  const fields = { ...emptyFields, prompt: 'a bell', searchPrompt: 'the moon' }
  const none = emptyFields
  it.each([
    ['inpaint', fields, false, 'Paint over something first.'],
    ['inpaint', { ...fields, prompt: '  ' }, true, 'Write a prompt first.'],
    ['erase', none, false, 'Paint over something first.'],
    ['replace', none, false, 'Say what comes in its place first.'],
    ['recolor', { ...none, prompt: 'red' }, false, 'Say what to recolor first.'],
    ['recolor', { ...none, searchPrompt: 'sky' }, false, 'Say the new color first.'],
    ['replace-background', none, false, 'Write a prompt first.'],
    ['outpaint', { ...none, prompt: 'x'.repeat(2001) }, false, 'Prompt cannot exceed 2000 characters'],
  ] as const)('%s', (tool, fields, isPainted, said) => expect(lacking(tool, fields, isPainted)).toBe(said))

  it('and nothing once it has all', () => {
    for (const tool of EditTool.options) expect(lacking(tool, fields, true)).toBeUndefined()
    expect(lacking('replace', { ...none, prompt: 'a bell' }, false)).toBeUndefined()
    expect(lacking('outpaint', none, false)).toBeUndefined()
  })

  it('of pictures for adults only touching up is done', () => {
    expect(EditTool.options.filter((tool) => !isUnsupported(tool, true))).toEqual(['inpaint'])
    expect(EditTool.options.filter((tool) => isUnsupported(tool, false))).toEqual([])
  })

  it('there are seven, by the names of the specification', () =>
    expect(Object.values(tools).map(({ label }) => label)).toEqual([
      ...['Touch up', 'Extend', 'Erase', 'Replace', 'Recolor', 'Remove Background', 'Replace Background'],
    ]))
})

describe('a picture that grows', () => {
  const size = { width: 1000, height: 600 }
  it('grows by 150 pixels on one side', () => {
    expect(strip(size, 'left')).toEqual({ x: -150, y: 0, width: 150, height: 600 })
    expect(grown(size, 'left')).toEqual({ x: -150, y: 0, width: 1150, height: 600 })
    expect(grown(size, 'down')).toEqual({ x: 0, y: 0, width: 1000, height: 750 })
    expect(grown(size, null)).toEqual({ x: 0, y: 0, ...size })
  })
})

describe('who makes an edit', () => {
  const by = (provider: string, cost: number) => ({
    tool: 'erase' as const,
    source: 'vendor' as const,
    provider,
    cost,
    premiumCost: null,
  })
  const offers = [by('Dear', 5), by('Ours', 0), by('Theirs', 0)]

  it('is the first that costs nothing, until somebody chooses', () => {
    expect(sourceOf(offers, undefined)?.provider).toBe('Ours')
    expect(sourceOf(offers, 'Dear')?.provider).toBe('Dear')
    expect(sourceOf([by('Dear', 5), by('Cheap', 2)], undefined)?.provider).toBe('Cheap')
    expect(sourceOf([], 'Dear')).toBeUndefined()
  })

  it('is somebody else again once who was chosen is not there any more', () => {
    expect(sourceOf(offers, 'Gone')?.provider).toBe('Ours')
  })

  it('is remembered for one person, and nothing unreadable is', () => {
    const shelf = new Map<string, string>()
    const store = {
      getItem: (key: string) => shelf.get(key) ?? null,
      setItem: (key: string, value: string) => void shelf.set(key, value),
    }
    storeChoices(store, 'me', { erase: 'Dear' })
    expect([loadChoices(store, 'me'), loadChoices(store, 'you')]).toEqual([{ erase: 'Dear' }, {}])
    for (const key of shelf.keys()) shelf.set(key, '{"erase": 3')
    expect(loadChoices(store, 'me')).toEqual({})
  })
})

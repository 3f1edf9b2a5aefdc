import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '../../frontend/src/base/drafts.ts'
import { createField, type Outcome, type Unsaved } from '../../frontend/src/features/conjurations/saving/field.ts'
import { combineStatuses } from '../../frontend/src/features/conjurations/saving/field-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A field holding 'A bell' at position 10, whose saves are answered by hand. */
const given = (draft?: Draft<string>) => {
  const kept: (Unsaved<string> | undefined)[] = []
  const sent: { value: string; answer: (outcome: Outcome) => Promise<void> }[] = []
  const connection = Promise.withResolvers<void>()
  const field = createField<string>({
    stored: { value: 'A bell', position: '10', by: 'ines' },
    delay: 500,
    same: (a, b) => a.trim() === b.trim(),
    save: (value) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      sent.push({
        value,
        async answer(outcome) {
          resolve(outcome)
          await vi.advanceTimersByTimeAsync(0)
        },
      })
      return promise
    },
    reachable: () => connection.promise,
    draft,
    onUnsaved: (unsaved) => kept.push(unsaved),
  })
  const saved = async (value: string, position: string) => {
    field.type(value)
    await vi.advanceTimersByTimeAsync(500)
    await sent.at(-1)?.answer({ kind: 'stored', position })
  }
  const shown = () => field.state().value
  return { field, sent, shown, saved, kept, reconnect: connection.resolve }
}

describe('saving a field', () => {
  it('waits for a pause in typing, and sends the last of it once', async () => {
    const { field, sent } = given()
    field.type('A b')
    await vi.advanceTimersByTimeAsync(400)
    field.type('A bronze bell')
    await vi.advanceTimersByTimeAsync(499)
    expect(sent).toHaveLength(0)
    expect(field.state().status).toBe('saving')
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.map(({ value }) => value)).toEqual(['A bronze bell'])
  })

  it('keeps a value for which the server asks to wait, and sends it again', async () => {
    const { field, sent, shown, reconnect } = given()
    field.type('A bronze bell')
    await vi.advanceTimersByTimeAsync(500)
    await sent[0]?.answer({ kind: 'unreachable', seconds: 20 })
    expect(field.state()).toMatchObject({ status: 'waiting', note: null })
    reconnect()
    await vi.advanceTimersByTimeAsync(500)
    expect(sent.map(({ value }) => value)).toEqual(['A bronze bell', 'A bronze bell'])
    expect(shown()).toBe('A bronze bell')
  })

  it('sends nothing when the text is what it was', async () => {
    const { field, sent } = given()
    field.type('A bell!')
    field.type('A bell')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toHaveLength(0)
    expect(field.state().status).toBe('idle')
  })

  it('saves at once when it is told to', () => {
    const { field, sent } = given()
    field.type('Two bells')
    field.flush()
    expect(sent).toHaveLength(1)
  })

  it('shows what was typed until the stream has told of it, whatever older news comes', async () => {
    const { field, shown, saved } = given()
    await saved('Two bells', '12')
    expect(field.state().status).toBe('saved')
    field.receive({ value: 'A bell', position: '11', by: 'ines' })
    expect(shown()).toBe('Two bells')
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    expect([shown(), field.state().note]).toEqual(['Two bells', null])
  })

  it('keeps a blank at the end while somebody is in the field, and drops it when they leave', async () => {
    const { field, shown, saved } = given()
    await saved('Two bells ', '12')
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    expect(shown()).toBe('Two bells ')
    field.leave()
    expect(shown()).toBe('Two bells')
  })

  it('sends what was typed during a save after its answer, one at a time', async () => {
    const { field, sent } = given()
    field.type('Two bells')
    field.flush()
    field.type('Three bells')
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toHaveLength(1)
    await sent[0]?.answer({ kind: 'stored', position: '12' })
    expect(sent.map(({ value }) => value)).toEqual(['Two bells', 'Three bells'])
  })
})

describe('a refused save', () => {
  it('goes back to what is stored, says why, and keeps the text', async () => {
    const { field, sent, shown } = given()
    field.type('Two bells')
    field.flush()
    await sent[0]?.answer({ kind: 'refused', message: 'You are not allowed to edit this conjuration' })
    expect(shown()).toBe('A bell')
    expect(field.state()).toMatchObject({
      status: 'failed',
      note: { kind: 'refused', version: 'Two bells', message: 'You are not allowed to edit this conjuration' },
    })
    expect(field.isUnsaved()).toBe(true)
  })

  it('is tried again with the kept text when that is asked for', async () => {
    const { field, sent, shown } = given()
    field.type('Two bells')
    field.flush()
    await sent[0]?.answer({ kind: 'refused', message: 'busy' })
    field.takeVersion()
    expect([shown(), sent[1]?.value]).toEqual(['Two bells', 'Two bells'])
    await sent[1]?.answer({ kind: 'stored', position: '12' })
    expect(field.state()).toMatchObject({ status: 'saved', note: null })
  })

  it('takes nothing away from whoever is typing on', async () => {
    const { field, sent, shown } = given()
    field.type('Two bells')
    field.flush()
    field.type('Two bells and')
    await sent[0]?.answer({ kind: 'refused', message: 'busy' })
    expect([shown(), field.state().note]).toEqual(['Two bells and', null])
  })
})

describe('a save that no answer came to', () => {
  it('waits, takes more typing, and is sent when the connection is back', async () => {
    const { field, sent, shown, reconnect } = given()
    field.type('Two bells')
    field.flush()
    await sent[0]?.answer({ kind: 'unreachable' })
    expect([shown(), field.state().status, field.isUnsaved()]).toEqual(['Two bells', 'waiting', true])
    field.type('Three bells')
    await vi.advanceTimersByTimeAsync(5000)
    expect([sent.length, field.state().status]).toEqual([1, 'waiting'])
    reconnect()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[1]?.value).toBe('Three bells')
    await sent[1]?.answer({ kind: 'stored', position: '12' })
    expect([field.state().status, field.isUnsaved()]).toEqual(['saved', false])
  })
})

describe('somebody else in the same field', () => {
  it('is seen at once by whoever is not writing', () => {
    const { field, shown } = given()
    field.receive({ value: 'A cracked bell', position: '11', by: 'priya' })
    expect(shown()).toBe('A cracked bell')
    expect(field.state()).toMatchObject({ note: null, news: 1 })
  })

  it('wins by being later; the earlier sees it and can have their own back', async () => {
    const { field, sent, shown, saved } = given()
    await saved('Two bells', '12')
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    field.receive({ value: 'No bells', position: '13', by: 'priya' })
    expect(shown()).toBe('No bells')
    expect(field.state().note).toMatchObject({ kind: 'overtaken', version: 'Two bells', by: 'priya' })
    field.takeVersion()
    expect([shown(), sent.at(-1)?.value]).toEqual(['Two bells', 'Two bells'])
  })

  it('wins as well when both arrive in one frame', async () => {
    const { field, shown, saved } = given()
    await saved('Two bells', '12')
    field.receive({ value: 'No bells', position: '13', by: 'priya' })
    expect(shown()).toBe('No bells')
    expect(field.state().note).toMatchObject({ kind: 'overtaken', version: 'Two bells' })
  })

  it('wins as well when heard of before the own save is answered', async () => {
    const { field, sent, shown } = given()
    field.type('Two bells')
    field.flush()
    field.receive({ value: 'No bells', position: '13', by: 'priya' })
    await sent[0]?.answer({ kind: 'stored', position: '12' })
    expect(shown()).toBe('No bells')
    expect(field.state().note).toMatchObject({ kind: 'overtaken', version: 'Two bells' })
  })

  it('does not disturb typing: their version is offered, and mine stands over it', async () => {
    const { field, sent, shown } = given()
    field.type('Two b')
    field.receive({ value: 'No bells', position: '11', by: 'priya' })
    expect(shown()).toBe('Two b')
    expect(field.state().note).toMatchObject({ kind: 'crossed', version: 'No bells', by: 'priya' })
    field.type('Two bells')
    await vi.advanceTimersByTimeAsync(500)
    await sent[0]?.answer({ kind: 'stored', position: '12' })
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    expect(shown()).toBe('Two bells')
    field.takeVersion()
    expect([shown(), sent[1]?.value]).toEqual(['No bells', 'No bells'])
  })

  it('is no news when this very window has let go of what it wrote, as before it brings back an older version', async () => {
    const { field, shown, saved } = given()
    await saved('Two bells', '12')
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    field.release()
    field.receive({ value: 'A bell', position: '13', by: 'ines' })
    expect([shown(), field.state().note]).toEqual(['A bell', null])
  })

  it('is no news long after one has written', async () => {
    const { field, saved } = given()
    await saved('Two bells', '12')
    field.receive({ value: 'Two bells', position: '12', by: 'ines' })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    field.receive({ value: 'No bells', position: '13', by: 'priya' })
    expect(field.state().note).toBeNull()
  })

  it('who writes the very same leaves nothing to tell', () => {
    const { field } = given()
    field.type('Two bells')
    field.receive({ value: 'Two bells', position: '11', by: 'priya' })
    expect(field.state().note).toBeNull()
  })
})

describe('what is not stored yet', () => {
  it('is kept from the first letter on, over what it was typed over, and let go once it is stored', async () => {
    const { field, sent, kept } = given()
    field.type('Two')
    field.type('Two bells')
    field.flush()
    expect(kept).toEqual([
      { value: 'Two', base: 'A bell' },
      { value: 'Two bells', base: 'A bell' },
    ])
    await sent[0]?.answer({ kind: 'stored', position: '12' })
    expect(kept.at(-1)).toBeUndefined()
  })

  it('stays kept while no answer comes, and when it is refused, until that is dismissed', async () => {
    const { field, sent, kept, reconnect } = given()
    field.type('Two bells')
    field.flush()
    await sent[0]?.answer({ kind: 'unreachable' })
    reconnect()
    await vi.advanceTimersByTimeAsync(0)
    await sent[1]?.answer({ kind: 'refused', message: 'no' })
    expect(kept).toEqual([{ value: 'Two bells', base: 'A bell' }])
    field.dismiss()
    expect(kept.at(-1)).toBeUndefined()
  })

  it('stands over what somebody else wrote meanwhile, once its writer was told of that', () => {
    const { field, kept } = given()
    field.type('Two bells')
    field.receive({ value: 'No bells', position: '11', by: 'priya' })
    expect(kept.at(-1)).toEqual({ value: 'Two bells', base: 'No bells' })
  })

  const at = '2026-11-20T23:41:02.874Z'

  it('is given back and saved on the next visit, with what is stored to go back to', async () => {
    const { field, sent, shown, kept } = given({ value: 'Two bells', base: 'A bell', at })
    expect(field.state()).toMatchObject({
      value: 'Two bells',
      status: 'saving',
      note: { kind: 'restored', version: 'A bell', typedAt: at },
    })
    field.flush()
    expect([sent[0]?.value, kept]).toEqual(['Two bells', []])
    await sent[0]?.answer({ kind: 'stored', position: '12' })
    expect(kept).toEqual([undefined])
    field.takeVersion()
    expect([shown(), sent[1]?.value, field.state().note]).toEqual(['A bell', 'A bell', null])
  })

  it('is discarded before it is sent without sending anything', async () => {
    const { field, sent, shown, kept } = given({ value: 'Two bells', base: 'A bell', at })
    field.takeVersion()
    await vi.advanceTimersByTimeAsync(1000)
    expect([shown(), sent, kept]).toEqual(['A bell', [], [undefined]])
  })

  it('is offered, and changes nothing, where something newer was written', () => {
    const { field, sent, shown, kept } = given({ value: 'Two bells', base: 'No bells', at })
    field.flush()
    expect([shown(), sent, kept]).toEqual(['A bell', [], []])
    expect(field.state().note).toMatchObject({ kind: 'outdated', version: 'Two bells', typedAt: at })
    field.takeVersion()
    expect([shown(), sent[0]?.value]).toEqual(['Two bells', 'Two bells'])
  })

  it('that was stored after all is let go without a word', () => {
    const { field, kept } = given({ value: 'A bell ', base: 'Old bell', at })
    expect([field.state().note, kept]).toEqual([null, [undefined]])
  })
})

describe('the state of a page', () => {
  it('is its gravest field', () => {
    expect(combineStatuses(['saved', 'saving', 'idle'])).toBe('saving')
    expect(combineStatuses(['saved', 'failed', 'saving'])).toBe('failed')
    expect(combineStatuses(['waiting', 'failed'])).toBe('waiting')
    expect(combineStatuses([])).toBe('idle')
  })
})

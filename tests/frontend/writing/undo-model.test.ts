import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delta } from '#domain/deltas.ts'
import { createEngine } from '../../../frontend/src/writing/engine/engine.ts'
import { caretAfter, undoSteps } from '../../../frontend/src/writing/session/undo-steps.ts'
import { runsOf } from '../../walk.ts'
import { read } from './server.ts'

/** A letter of the text: each occurs once, so that the text alone says which letters came and went. */
interface Gone {
  left: ReadonlySet<string>
  right: ReadonlySet<string>
}
interface Step {
  inserted: string[]
  deleted: string[]
}

const first = [...'Five bls'].join('')

/** A window that writes, a server that records, and a second writer, with a model of which letters are there and what undo takes back. */
const together = () => {
  const engine = createEngine({ revision: 0, text: new Delta().insert(`${first}\n`) })
  const steps = undoSteps()
  let text = new Delta().insert(`${first}\n`)
  const log: { revision: number; id: string; ops: Delta['ops'] }[] = []
  let [delivered, made, now, id] = [0, 0, 0, 0]
  const done: Step[] = []
  const undone: Step[] = []
  /** Letters that the second writer deleted: whether they come back is told elsewhere. */
  const taken = new Set<string>()
  const own = new Set<string>()
  const gone = new Map<string, Gone>()
  let caret = 0
  /** Undo and redo end a step. */
  let isCut = false

  const newLetters = (count: number) => Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + made++))
  const shown = () => [...read(engine.shown())].slice(0, -1)
  const record = (id: string, delta: Delta) => {
    text = text.compose(delta)
    log.push({ revision: log.length + 1, id, ops: delta.ops })
  }
  const remember = (before: string[], letters: readonly string[]) => {
    for (const letter of letters) {
      const at = before.indexOf(letter)
      if (at >= 0) gone.set(letter, { left: new Set(before.slice(0, at)), right: new Set(before.slice(at + 1)) })
    }
  }
  /** Letters that came back stand among those that were there when they went, as they did. */
  const isInPlace = (after: string[], letters: readonly string[]) => {
    for (const letter of letters) {
      const at = after.indexOf(letter)
      const { left, right } = gone.get(letter) as Gone
      for (const [n, other] of after.entries()) {
        if (left.has(other)) expect(n, `${other} stood before ${letter}`).toBeLessThan(at)
        if (right.has(other)) expect(n, `${other} stood behind ${letter}`).toBeGreaterThan(at)
      }
    }
  }
  const change = (delta: Delta, step: Step) => {
    const before = shown()
    const { begins, ends } = steps.next(delta, now)
    if (begins) engine.cut()
    engine.type(delta, `c${++id}`)
    if (ends) engine.cut()
    remember(before, step.deleted)
    undone.length = 0
    const last = done.at(-1)
    if (begins || isCut || !last) done.push({ inserted: [...step.inserted], deleted: [...step.deleted] })
    else {
      last.inserted.push(...step.inserted)
      last.deleted.push(...step.deleted)
    }
    isCut = ends
    for (const letter of step.inserted) own.add(letter)
  }
  const acts = {
    insert(at: number, count: number) {
      const letters = newLetters(count)
      change(new Delta().retain(at).insert(letters.join('')), { inserted: letters, deleted: [] })
      caret = at + count
    },
    delete(at: number) {
      const letter = shown()[at]
      if (letter === undefined || taken.has(letter)) return
      change(new Delta().retain(at).delete(1), { inserted: [], deleted: [letter] })
      caret = at
    },
    takeBack(from: Step[], to: Step[], act: 'undo' | 'redo') {
      const before = shown()
      const change = engine[act](`s${++id}`)
      isCut = true
      const after = shown()
      let expected: Step | undefined
      while (!expected) {
        const step = from.pop()
        if (!step) break
        const removed = before.filter((letter) => step.inserted.includes(letter))
        const restored = step.deleted.filter((letter) => !before.includes(letter))
        if (removed.length > 0 || restored.length > 0) expected = { inserted: restored, deleted: removed }
      }
      const visible = (letters: readonly string[]) => letters.filter((letter) => !taken.has(letter))
      if (expected) {
        const { inserted, deleted } = expected
        expect(visible(after).toSorted()).toEqual(
          visible([...before.filter((letter) => !deleted.includes(letter)), ...inserted]).toSorted(),
        )
        expect(after.filter((letter) => !inserted.includes(letter))).toEqual(
          before.filter((letter) => !deleted.includes(letter)),
        )
        remember(before, deleted)
        isInPlace(
          after,
          visible(inserted).filter((letter) => after.includes(letter)),
        )
        to.push({ inserted: inserted.filter((letter) => after.includes(letter)), deleted })
        let suffix = 0
        while (suffix < Math.min(before.length, after.length) && before.at(-1 - suffix) === after.at(-1 - suffix))
          suffix++
        caret = caretAfter(change)
        expect(caret, 'the caret stands behind the last letter that came or went').toBe(after.length - suffix)
      } else expect(after.filter((letter) => !taken.has(letter))).toEqual(visible(before))
    },
    other(at: number, isInsert: boolean) {
      const letters = [...read(text)].slice(0, -1)
      const letter = letters[at % Math.max(1, letters.length)]
      if (isInsert || letter === undefined)
        record(`o${++id}`, new Delta().retain(at % (letters.length + 1)).insert(newLetters(1).join('')))
      else if (shown().includes(letter)) {
        taken.add(letter)
        record(`o${++id}`, new Delta().retain(letters.indexOf(letter)).delete(1))
      }
    },
    send() {
      const sent = engine.send()
      if (!sent || log.some((each) => each.id === sent.id)) return
      const since = log.slice(sent.base).map(({ ops }) => new Delta(ops))
      record(
        sent.id,
        since.reduce((delta, other) => other.transform(delta, false), new Delta(sent.ops)),
      )
    },
    deliver() {
      const next = log[delivered]
      if (!next) return false
      delivered++
      const place = engine.recordedAt(caret)
      const around = shown()
      const [before, behind] = [around[caret - 1], around[caret]]
      const change = engine.receive(next)
      // The caret follows its letters, and so does one that somebody else is told of.
      caret = change.transformPosition(caret)
      const after = shown()
      if (before !== undefined && after.includes(before)) expect(after.slice(0, caret)).toContain(before)
      if (behind !== undefined && after.includes(behind)) expect(after.slice(caret)).toContain(behind)
      const seen = engine.shownAt(place.index, place.revision)
      expect(seen).toBeLessThanOrEqual(after.length)
      return true
    },
    wait(ms: number) {
      now += ms
    },
  }
  return {
    acts,
    shown,
    caret: () => caret,
    undo: () => acts.takeBack(done, undone, 'undo'),
    redo: () => acts.takeBack(undone, done, 'redo'),
    settle() {
      for (let n = 0; n < 500; n++) {
        acts.send()
        if (!acts.deliver() && engine.pending().length === 0) break
      }
      expect(read(engine.shown())).toBe(read(text))
    },
    undoAll() {
      while (engine.canUndo()) acts.takeBack(done, undone, 'undo')
      const letters = shown()
      expect(letters.filter((letter) => own.has(letter) && !taken.has(letter))).toEqual([])
      for (const letter of first) if (!taken.has(letter)) expect(letters).toContain(letter)
    },
  }
}

const act = fc.record({
  what: fc.constantFrom(
    'type',
    'type',
    'typeOn',
    'typeOn',
    'typeOn',
    'delete',
    'paste',
    'undo',
    'undo',
    'redo',
    'insertOther',
    'deleteOther',
    'send',
    'deliver',
  ),
  at: fc.nat(40),
  ms: fc.constantFrom(50, 200, 1_500),
})

test('undo and redo lead from text to text and caret to caret, whatever is typed, changed by others and on its way', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 50 }), (sequence) => {
      const window = together()
      const { acts } = window
      for (const { what, at, ms } of sequence) {
        acts.wait(ms)
        const place = at % (window.shown().length + 1)
        if (what === 'undo') window.undo()
        else if (what === 'redo') window.redo()
        else if (what === 'type') acts.insert(place, 1)
        else if (what === 'typeOn') acts.insert(window.caret(), 1)
        else if (what === 'paste') acts.insert(place, 30)
        else if (what === 'delete') acts.delete(place)
        else if (what === 'send') acts.send()
        else if (what === 'deliver') acts.deliver()
        else acts.other(at, what === 'insertOther')
      }
      window.settle()
      window.undoAll()
      window.settle()
    }),
    { numRuns: runsOf(100, 20_000) },
  )
})

test('undo leaves no letter that was typed and deleted below a letter whose undo is on its way', () => {
  const window = together()
  const { acts } = window
  acts.insert(0, 1)
  acts.delete(0)
  acts.send()
  acts.insert(0, 1)
  window.undo()
  acts.other(0, true)
  window.settle()
  window.undoAll()
})

import { Rejection } from '#domain/decider.ts'
import { Delta, delta, type Op, type Ops } from '#domain/deltas.ts'
import { differences } from '#domain/text-differences.ts'
import { plainDescription, plainOf, plainOp } from '#domain/text-plain.ts'
import { textOf, texts } from '#domain/texts.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { plainly } from '../../queries/texts/open-text.ts'
import { textAt } from '../../queries/texts/text-at.ts'
import type { Dispatcher } from '../dispatch.ts'
import { derivedId } from '../ids.ts'

/** Returns lore's description as plain text, if it is stored as a text; otherwise an empty object. */
export const describedBy = async (handler: Pick<Dispatcher, 'stateOf'>, conjurationId: string) => {
  const text = await handler.stateOf(texts, conjurationId)
  return text.exists ? { description: plainDescription(textOf(text)) } : {}
}

/**
 * The change that turns a text into this plain text. Unchanged parts keep their formats; an embed stays if all of its
 * text does, and otherwise becomes the remaining text.
 */
export const changeToWords = (ops: Ops, words: string): Op[] => {
  const diff = differences(new Delta().insert(plainOf(ops)), new Delta().insert(words))
  const change = new Delta()
  const rest = ops.map((op) => ({ op, words: plainOp(op) }))
  let used = 0
  /**
   * Passes characters of the plain text, retained or deleted; of a cut embed, the retained part is inserted as text.
   */
  const pass = (letters: number, keeps: boolean) => {
    for (let left = letters; left > 0; ) {
      const [first] = rest
      if (!first) return
      const { op, words } = first
      const length = Math.min(left, words.length - used)
      if (typeof op.insert === 'string') {
        if (keeps) change.retain(length)
        else change.delete(length)
      } else if (used === 0 && length === words.length) {
        if (keeps) change.retain(1)
        else change.delete(1)
      } else {
        if (keeps) change.insert(words.slice(used, used + length))
        if (used + length === words.length) change.delete(1)
      }
      used += length
      left -= length
      if (used === words.length) {
        rest.shift()
        used = 0
      }
    }
  }
  for (const { insert, retain, delete: gone } of diff) {
    if (typeof insert === 'string') change.insert(insert)
    else pass(typeof retain === 'number' ? retain : (gone ?? 0), gone === undefined)
  }
  return delta(change.ops).chop().ops
}

interface Described {
  description: string
  revision: number | undefined
  changeId?: string
}

/**
 * Changes a description that is stored as a text to plain text, in one change based on `revision`. Returns false if it
 * is not stored as a text. Throws `description_is_text` without an existing revision.
 */
export const describe = async (
  act: Act,
  { handler, store }: Pick<Deps, 'handler' | 'store'>,
  conjurationId: string,
  { description, revision, changeId = act.idFor('description') }: Described,
): Promise<boolean> => {
  const text = await handler.stateOf(texts, conjurationId)
  if (!text.exists) return false
  const isSame = plainDescription(textOf(text)) === description
  if (isSame) return true
  if (revision === undefined || revision > text.revision) throw new Rejection('description_is_text')
  const base = revision === text.revision ? text : await textAt(store, conjurationId, revision)
  const ops = changeToWords(textOf(base), `${description}\n`)
  if (ops.length === 0) return true
  const change = { textId: conjurationId, changeId, userId: act.userId, base: revision, ops, undoes: [], by: [] }
  await act.send(texts, conjurationId, [
    { type: 'ChangeText', data: change },
    { type: 'SettleText', data: { textId: conjurationId, isListed: true } },
  ])
  return true
}

/**
 * Applies a plain description to a text that was created concurrently with the previous description. The request and
 * the creation both check, as either may come last; the change is made once.
 */
export const describeBegun = (
  act: Act,
  deps: Pick<Deps, 'handler' | 'store'>,
  conjurationId: string,
  words: string,
) => {
  const description = plainly(words)
  const changeId = derivedId(conjurationId, 'described', description)
  return describe(act, deps, conjurationId, { description, revision: 0, changeId })
}

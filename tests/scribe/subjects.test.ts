import { expect, test } from 'vitest'
import { findSubjects } from '../../backend/queries/conversations/subjects.ts'
import type { Find } from '../../backend/queries/conversations/visible-texts.ts'

const turn = (question: string) => ({ question, mentioned: [], answered: [], quotes: [], isAskedBack: false })

test('each message of a chain of follow-ups is read once', async () => {
  const readsOf = async (turns: number) => {
    let reads = 0
    const find: Find = async <Row>(_sql: string, values?: object) => {
      reads += 1
      const ids = values && 'ids' in values ? (values.ids as string[]) : []
      return ids.map((id) => ({ id, name: 'The Lantern', tags: [], description: '' })) as Row[]
    }
    const earlier = Array.from({ length: turns }, () => ({ ...turn('Does he know her?'), answered: ['lantern'] }))
    const { question } = await findSubjects(find, { question: 'Does he know her?', mentioned: [] }, earlier)
    expect(question).toBe('Does he know her?')
    return reads
  }
  const [two, four, six] = [await readsOf(2), await readsOf(4), await readsOf(6)]
  expect(two).toBeGreaterThan(0)
  expect(six - four).toBeLessThanOrEqual(four - two)
})

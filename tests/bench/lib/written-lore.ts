import { randomUUID } from 'node:crypto'
import type { Ops } from '../../../backend/domain/deltas.ts'
import { type Person, tableOf } from './people.ts'

/** Lore of a campaign of the first of these people, with a text, `The bells`, that all of them may write. */
export async function loreWithText(people: readonly Person[], ops: Ops) {
  const [owner, ...others] = people as [Person, ...Person[]]
  const campaignId = await tableOf(people, 'The Weighhouse')
  for (const { id } of others) await owner.send('PATCH', `/campaigns/${campaignId}/members/${id}/role`, { role: 1 })
  const about = { campaignId, name: 'The Weighhouse', visibility: 'CAMPAIGN' }
  const { id: loreId } = await owner.send('POST', '/conjurations', about)
  const segment = { entityType: 'CONJURATION', entityId: loreId, type: 'STORY', title: 'The bells' }
  const { id: textId } = await owner.send('POST', '/content-segments', segment)
  const change = { id: randomUUID(), base: 0, ops }
  const { position, revision } = await owner.send('POST', `/texts/${textId}/changes`, change)
  for (const person of people) await person.at(BigInt(position))
  return { loreId, textId, revision: Number(revision) }
}

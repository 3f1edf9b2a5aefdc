import { describe, expect, test } from 'vitest'
import type { Finding } from '#domain/event-answers.ts'
import type { Person, Stack } from '../stack.ts'
import { eventOf } from './appended.ts'

/** Somebody who had a picture drawn, and an admin. */
interface World {
  stack: Stack
  admin: Person
  owner: Person
}
interface Told {
  id: string
  type: string
  position: string
  data: Record<string, string>
  metadata: Record<string, string>
}

/** Everything that an event names leads to it. */
export const adminFinding = (world: () => World) =>
  describe('an id that stands in an event', () => {
    const eventsOf = async (query = ''): Promise<Told[]> => {
      const { admin, owner, stack } = world()
      const min = { 'min-position': String(await stack.store.head()) }
      return (await admin.get(`/api/admin/users/${owner.id}/events${query}`, min)).body.events
    }
    const eventNamed = async (type: string, isWanted = (_event: Told) => true): Promise<Told> => {
      const event = (await eventsOf()).find((each) => each.type === type && isWanted(each))
      if (!event) throw new Error(`there is no ${type}`)
      return event
    }
    const naming = async (q: string) =>
      (await world().admin.get(`/api/admin/find?q=${q}`)).body.data
        .filter(({ kind }: Finding) => kind === 'named')
        .map(({ label, eventId }: Finding) => [label, eventId])
    const accounts = async (search: string) =>
      (await world().admin.get(`/api/audit/accounts?search=${search}`)).body.data.map(
        ({ id, named }: { id: string; named: { position: string } | null }) => [id, named?.position],
      )

    test('finds it: a picture, a hold, a command, wherever it stands', async () => {
      const { owner } = world()
      // A later picture may be paid for while this runs: the hold is the one that this capture ends.
      const captured = await eventNamed('CreditsCaptured')
      const held = await eventNamed('CreditsHeld', ({ data }) => data.holdId === captured.data.holdId)
      const { id: imageId } = held.data.purpose as unknown as { id: string }
      expect(await naming(imageId)).toContainEqual([`CreditsHeld, as purpose.id, in credits-${owner.id}`, held.id])
      const { holdId = '' } = held.data
      expect((await naming(holdId)).map(([, id]: string[]) => id)).toEqual(
        expect.arrayContaining([captured.id, held.id]),
      )
      expect((await naming(held.metadata.commandId ?? '')).map(([, id]: string[]) => id)).toContain(held.id)
      expect((await eventsOf(`?q=${holdId.toUpperCase()}`)).map(({ id }) => id)).toEqual(
        expect.arrayContaining([captured.id, held.id]),
      )
      expect(await accounts(holdId)).toEqual([[owner.id, captured.position]])
      expect((await accounts(held.id)).map(([id]: [string]) => id)).toEqual([owner.id])
      expect(await accounts(owner.id)).toEqual([[owner.id, undefined]])
    })

    test("finds it by the payment provider's ids, whole and as they are written", async () => {
      const { owner, stack } = world()
      const data = { userId: owner.id, refundId: 're_3Nb7', paymentId: 'pi_3Nb7Xy', amount: 100, of: 100 }
      await stack.store.append(`billing-${owner.id}`, [eventOf('PaymentRefunded', data, owner.id)], 'any')
      const { id, position } = await eventNamed('PaymentRefunded')
      expect(await naming('pi_3Nb7Xy')).toEqual([[`PaymentRefunded, as paymentId, in billing-${owner.id}`, id]])
      expect(await naming('re_3Nb7')).toEqual([[`PaymentRefunded, as refundId, in billing-${owner.id}`, id]])
      expect(await naming('pi_3nb7xy')).toEqual([])
      expect(await naming('pi_3Nb7')).toEqual([])
      expect((await eventsOf('?q=pi_3Nb7Xy')).map((event) => event.id)).toEqual([id])
      expect(await accounts('pi_3Nb7Xy')).toEqual([[owner.id, position]])
      expect(await accounts('pi_3Nb7')).toEqual([])
    })
  })

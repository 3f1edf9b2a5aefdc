import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventOf } from './appended.ts'
import type { AuditWorld, Named } from './audit-world.ts'

export const auditSteps = (world: () => AuditWorld) =>
  describe('steps', () => {
    test('go on in either direction, a page at a time, and miss nothing', async () => {
      const { stack, stepsOf } = world()
      const all = (await stepsOf()).data as Named[]
      const forward: Named[] = []
      for (let after: string | null = '0'; after !== null; ) {
        const page = await stepsOf(`?direction=after&position=${after}&limit=2`)
        forward.push(...page.data)
        after = page.after
      }
      const back: Named[] = []
      for (let before: string | null = String(await stack.store.head()); before !== null; ) {
        const page = await stepsOf(`?direction=before&position=${before}&limit=2`)
        back.unshift(...page.data)
        before = page.before
      }
      expect(forward).toEqual(all)
      expect(back).toEqual(all)
    })

    test('are found by kind, by type, and by what they changed', async () => {
      const { stepsOf } = world()
      expect((await stepsOf('?kind=users&type=PlanChanged')).data).toHaveLength(1)
      const plans = (await stepsOf('?path=plan.paid')).data as Named[]
      expect(plans.map(({ type }) => type)).toEqual(['PlanChanged'])
      const granted = (await stepsOf('?path=credits.balance')).data as Named[]
      expect(granted.map(({ kind }) => kind)).toEqual(['credits', 'credits', 'credits'])
    })

    test('lead to what they came of, and to what came of them', async () => {
      const { stack, auditor, campaignId, account, stepsOf } = world()
      const grants = (await stepsOf('?kind=credits')).data as Named[]
      const { body } = await auditor.get(account(`/events/${grants.at(-1)?.eventId}`))
      expect(body.causedBy).toMatchObject([{ type: 'PlanChanged', isOfAccount: true }])
      const cause = await auditor.get(account(`/events/${body.causedBy[0].eventId}`))
      expect(cause.body.caused).toMatchObject([{ eventId: grants.at(-1)?.eventId }])
      const { events } = await stack.store.read(`campaigns-${campaignId}`)
      const foreign = await auditor.get(account(`/events/${events[0]?.id}`))
      expect([foreign.status, foreign.body.code]).toEqual([404, 'event_not_found'])
    })

    test('stop where the balance fell below an amount', async () => {
      const { stack, auditor, tomasz, account, caughtUp } = world()
      expect((await auditor.get(account('/first?balanceBelow=50'))).body).toEqual({ found: null, next: null })
      const [holdId, id] = [randomUUID(), randomUUID()]
      const held = {
        userId: tomasz.id,
        holdId,
        amount: 700,
        purpose: { kind: 'images', id, stream: `images-${id}`, label: 'Bell' },
      }
      const done = ['CreditsHeld', 'CreditsCaptured'].map((type) => eventOf(type, { ...held, balance: 150 }, tomasz.id))
      await stack.store.append(`credits-${tomasz.id}`, done, 'any')
      await caughtUp()
      const { found: first } = (await auditor.get(account('/first?balanceBelow=200'))).body
      expect(first).toMatchObject({ type: 'CreditsGranted', before: 0, balance: 100 })
      const { body } = await auditor.get(account(`/first?balanceBelow=200&after=${first.position}`))
      expect(body.found).toMatchObject({ type: 'CreditsCaptured', before: 850, balance: 150 })
      expect((await auditor.get(account('/first?balanceBelow=0'))).body.errors[0].field).toBe('balanceBelow')
    })

    test('that are still to come are there once they came, also where somebody asked beyond them', async () => {
      const { stack, auditor, tomasz, account, stepsOf, caughtUp } = world()
      const end = '9223372036854775807'
      const newest = async () => (await stepsOf('?limit=1')).data[0]?.eventId
      for (const asked of [
        `/events?position=${end}`,
        `/events?direction=after&position=${end}`,
        `/first?balanceBelow=1&after=${end}`,
      ]) {
        expect((await auditor.get(account(asked))).status).toBe(200)
        const said = eventOf('MarketingOptInChanged', { userId: tomasz.id, optIn: true }, tomasz.id)
        await stack.store.append(`users-${tomasz.id}`, [said], 'any')
        await caughtUp()
        expect(await newest(), asked).toBe(said.id)
      }
    })

    test('of a newer version are named, and nothing of them is shown', async () => {
      const { stack, tomasz, stepsOf, caughtUp } = world()
      const strange = eventOf('WalletEnchanted', { userId: tomasz.id, secret: 'Eel King' }, 'system')
      await stack.store.append(`credits-${tomasz.id}`, [strange], 'any')
      await caughtUp()
      const step = (await stepsOf('?limit=1')).data[0]
      expect(step).toMatchObject({ type: 'WalletEnchanted', data: {}, changes: [] })
    })
  })

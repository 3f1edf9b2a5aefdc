import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AuditWorld, Named } from './audit-world.ts'
import { multipart } from './multipart.ts'

export const auditSight = (world: () => AuditWorld) =>
  describe('what somebody could see', () => {
    const sight = async (kind: string, id: string, query = '') => {
      const { auditor, account } = world()
      return (await auditor.get(account(`/sight?kind=${kind}&id=${id}${query}`))).body
    }

    test('follows roles and visibility of that moment, and says by which events', async () => {
      const { stack, wren, tomasz, campaignId, secretId, caughtUp } = world()
      expect(await sight('lore', secretId)).toMatchObject({ sees: false, why: 'not_theirs', role: 2, channel: null })
      const made = (await stack.store.read(`conjurations-${secretId}`)).events[0]
      await wren.patch(`/api/conjurations/${secretId}`, { visibility: 'CAMPAIGN' })
      await wren.delete(`/api/campaigns/${campaignId}/members/${tomasz.id}`)
      await caughtUp()
      const gone = (await stack.store.read(`campaigns-${campaignId}`)).events.findLast(
        ({ type }) => type === 'MemberRemoved',
      )
      expect(await sight('lore', secretId, `&position=${gone?.position}`)).toMatchObject({
        sees: false,
        why: 'no_member',
        role: null,
        because: [
          { of: 'membership', type: 'MemberRemoved' },
          { of: 'thing', type: 'ConjurationVisibilityChanged' },
        ],
      })
      const shared = await sight('lore', secretId, `&position=${Number(gone?.position) - 1}`)
      expect(shared).toMatchObject({ sees: true, why: 'shared', channel: `campaign:${campaignId}`, isOwner: false })
      const owner = { id: wren.id, name: expect.any(String) }
      expect(shared.people).toEqual([owner])
      const before = await sight('lore', secretId, `&position=${Number(made?.position) - 1}`)
      expect(before).toMatchObject({ sees: false, why: 'not_yet_made' })
      expect(await sight('campaign', campaignId)).toMatchObject({ sees: false, why: 'no_member' })
    })

    test('includes sessions of the Story Vault', async () => {
      const { wren, campaignId, caughtUp } = world()
      const file = { bytes: Buffer.from('Down we go.'), type: 'text/plain', filename: 's.txt' }
      const { payload, headers } = multipart({ title: 'Six', file })
      const { body } = await wren.send('POST', `/api/campaigns/${campaignId}/story-vault`, payload, headers)
      await caughtUp()
      const seen = await sight('transcript', body.id)
      expect(seen).toMatchObject({ sees: false, campaignId, isOwner: false })
      expect(seen.why).not.toBe('unknown')
    })

    test('is ids and kinds: no name and nothing that is written', async () => {
      const { auditor, secretId, account } = world()
      const { text } = await auditor.get(account(`/sight?kind=lore&id=${secretId}`))
      const steps = await auditor.get(account('/events?kind=campaigns'))
      expect(steps.body.data.map(({ type }: Named) => type)).toEqual(['MemberJoined', 'MemberRemoved'])
      expect(text + steps.text).not.toMatch(/Eel King|salt road/i)
      expect(await sight('image', randomUUID())).toMatchObject({ sees: false, why: 'unknown' })
      expect((await auditor.get(account('/sight?kind=spell&id=1'))).status).toBe(400)
    })
  })

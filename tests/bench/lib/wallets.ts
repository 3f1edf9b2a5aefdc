import { randomUUID } from 'node:crypto'
import type { NewEvent } from '../../../eventstore/index.ts'

/** Each so many events, an account gets credits; between, it holds some and spends them, or has them back. */
const cycle = 21
const [granted, price] = [200, 8]

/** An account's credits, as the product writes them: sealed words, grants by share, dated. Answers the events and what is left of them. */
export function walletEvents(count: number): { userId: string; events: NewEvent[]; balance: number } {
  const userId = randomUUID()
  const events: NewEvent[] = []
  const grants: { grantId: string; left: number }[] = []
  let [balance, since] = [0, Date.UTC(2025, 0, 1)]
  const sealed = { key: randomUUID(), text: Buffer.alloc(90, userId).toString('base64') }
  const say = (type: string, data: object) => {
    since += 60_000
    const metadata = { actor: userId, commandId: randomUUID(), correlationId: randomUUID() }
    events.push({
      id: randomUUID(),
      type,
      data: { userId, ...data, sealed },
      metadata: { ...metadata, at: new Date(since).toISOString() },
    })
  }
  const grant = () => {
    const grantId = randomUUID()
    balance += granted
    grants.push({ grantId, left: granted })
    say('CreditsGranted', { grantId, amount: granted, source: 'pack', comment: '', balance })
  }
  /** From the oldest that has any left: amounts are such that one is enough. */
  const use = (isKept: boolean) => {
    const from = grants.find(({ left }) => left >= price)
    if (!from) return grant()
    const id = randomUUID()
    const purpose = { kind: 'images', id, stream: `images-${id}`, label: '' }
    const hold = { holdId: randomUUID(), amount: price, purpose, from: [{ grantId: from.grantId, amount: price }] }
    balance -= price
    say('CreditsHeld', { ...hold, balance })
    if (events.length === count) return
    if (isKept) {
      from.left -= price
      say('CreditsCaptured', { ...hold, balance })
    } else {
      balance += price
      say('CreditsReleased', { ...hold, reason: 'failed', balance })
    }
  }
  while (events.length < count)
    if (events.length % cycle === 0) grant()
    else use(events.length % 5 !== 0)
  return { userId, events, balance }
}

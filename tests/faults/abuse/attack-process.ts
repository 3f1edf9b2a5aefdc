import { type Attacker, openAttacker, type Target } from './attack.ts'
import { attacks } from './attacks.ts'
import { lowerPriority } from './priority.ts'

/** The process of one attack, which ends with the one that started it. */
lowerPriority()
process.once('disconnect', () => process.exit())

export interface Order {
  attack: string
  target: Target
  ms: number
}
export type Report = 'prepared' | { statuses: Record<string, number> } | { failure: string }

const report = (message: Report) => process.send?.(message)

process.on('message', (order: Order | 'begin') => {
  if (order === 'begin') begin.resolve()
  else
    void attack(order).then(
      (statuses) => report({ statuses }),
      (error: Error) => report({ failure: String(error.stack) }),
    )
})
const begin = Promise.withResolvers<void>()

async function attack({ attack: name, target, ms }: Order): Promise<Record<string, number>> {
  const attack = attacks.find((each) => each.name === name)
  if (!attack) throw new Error(`There is no attack named ${name}`)
  const statuses: Record<string, number> = {}
  let isCounting = false
  const count: Attacker['count'] = (sent) => {
    if (isCounting) statuses[sent.status] = (statuses[sent.status] ?? 0) + 1
    return sent
  }
  const run = await attack.prepare(await openAttacker(attack.as, target, count))
  report('prepared')
  await begin.promise
  isCounting = true
  const ending = new AbortController()
  setTimeout(() => {
    isCounting = false
    ending.abort()
  }, ms)
  await run(ending.signal)
  return statuses
}

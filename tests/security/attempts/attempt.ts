import { expect } from 'vitest'
import type { Answer } from '../../stack.ts'
import type { World } from './world.ts'

/** The kinds of attempts, as the report names them. */
export const kinds = {
  money: 'Money and credits',
  acting: 'Acting as others',
  data: 'Data of other users',
  service: 'Denial of service',
  web: 'Injection and the web',
  logic: 'Logic',
} as const
export type Kind = keyof typeof kinds

/** One attempt to do what is not allowed. */
export interface Attempt {
  /** Names what is attempted; no two are named alike. */
  name: string
  /** Throws where the attempt succeeded. Returns the outcome in a few words. */
  run(world: World): Promise<string>
}

type Answers = Answer | readonly Answer[]
const statusesOf = (answers: Answers) => [answers].flat().map(({ status }) => status)

/** An attempt whose answers must all have one of these statuses. */
export const refused = (
  name: string,
  statuses: number | readonly number[],
  send: (world: World) => Promise<Answers>,
): Attempt => ({
  name,
  async run(world) {
    const found = statusesOf(await send(world))
    expect(found.length).toBeGreaterThan(0)
    const allowed = [statuses].flat()
    expect({ allowed, others: found.filter((status) => !allowed.includes(status)) }).toEqual({ allowed, others: [] })
    return [...new Set(found)].join(', ')
  },
})

/** An attempt that is judged by what is so afterwards: `check` throws where it succeeded. */
export const harmless = (name: string, outcome: string, check: (world: World) => Promise<unknown>): Attempt => ({
  name,
  async run(world) {
    await check(world)
    return outcome
  },
})

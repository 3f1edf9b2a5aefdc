import { derivedId } from '../../../backend/commands/ids.ts'

/** A command as somebody means it. */
export interface Wanted {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Without `/api`. */
  path: string
  body?: object
  /** How often each type of event is decided by it, at least and at most, when it is acknowledged. Others are not. */
  emits: Readonly<Record<string, readonly [least: number, most: number]>>
  /** Codes of refusals that are right answers to it. */
  refusals?: readonly string[]
}

/** One try: how long it took, and the status that it was answered with, or what came instead. */
export interface Try {
  ms: number
  answer: number | 'hung' | 'cut off'
  /** The problem's code, where the answer is a problem. */
  code?: string
}

/** A command that was sent, and what became of it. Times are of `performance.now()`. */
export interface Issued {
  key: string
  /** The act's id: the correlation of everything it set in motion. */
  act: string
  who: string
  wanted: Wanted
  sentAt: number
  tries: Try[]
  settledAt?: number
  /** Unknown while undefined. */
  outcome?: 'acknowledged' | 'refused'
  /** Of the receipt. */
  position?: bigint
}

/** Everything that everybody asked for. */
export interface History {
  commands: readonly Issued[]
  newKey(): string
  issue(command: Pick<Issued, 'key' | 'act' | 'who' | 'wanted'>): Issued
  tried(command: Issued, one: Try): void
  settle(command: Issued, outcome: 'acknowledged' | 'refused', text: string): void
  /** Resolves with the first command that is acknowledged and was sent after `time`. */
  acknowledgedAfter(time: number): Promise<Issued>
}

/** `seed` makes the idempotency keys the same at each run. */
export function startHistory(seed: string): History {
  const commands: Issued[] = []
  let keys = 0
  const waiting = new Set<(command: Issued) => void>()
  return {
    commands,
    newKey: () => derivedId('fault', seed, keys++),
    issue(command) {
      const issued: Issued = { ...command, sentAt: performance.now(), tries: [] }
      commands.push(issued)
      return issued
    },
    tried: (command, one) => command.tries.push(one),
    settle(command, outcome, text) {
      command.outcome = outcome
      command.settledAt = performance.now()
      const [, position] = /"position":"(\d+)"/.exec(text) ?? []
      if (position !== undefined) command.position = BigInt(position)
      if (outcome === 'acknowledged') for (const tell of waiting) tell(command)
    },
    acknowledgedAfter: (time) =>
      new Promise((resolve) => {
        const hear = (command: Issued) => {
          if (command.sentAt < time) return
          waiting.delete(hear)
          resolve(command)
        }
        waiting.add(hear)
      }),
  }
}

export interface Tally {
  acknowledged: number
  refused: number
  unknown: number
  /** Acknowledged or refused at a second try or later. */
  retried: number
  /** How often each status came, or what came instead of one. */
  answers: Record<string, number>
}

export function tally(commands: readonly Issued[]): Tally {
  const answers: Record<string, number> = {}
  for (const { tries } of commands) for (const { answer } of tries) answers[answer] = (answers[answer] ?? 0) + 1
  const count = (keep: (command: Issued) => boolean) => commands.filter(keep).length
  return {
    acknowledged: count(({ outcome }) => outcome === 'acknowledged'),
    refused: count(({ outcome }) => outcome === 'refused'),
    unknown: count(({ outcome }) => outcome === undefined),
    retried: count(({ outcome, tries }) => outcome !== undefined && tries.length > 1),
    answers,
  }
}

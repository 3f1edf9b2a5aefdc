import { derivedId } from '../backend/commands/ids.ts'
import { campaign } from './campaign.ts'
import { type Client, type Person, Refused } from './client.ts'
import type { DemoPerson } from './people.ts'

/** The signed-in clients of all members. */
export type Cast = Record<DemoPerson, Person>

/** One filling of an installation with the demo campaign. */
export interface Filling {
  client: Client
  cast: Cast
  /** True if features of paid plans can be used. */
  plans: boolean
  tell(line: string): void
  /** Runs `act`. In a campaign that existed before, a refusal is not an error; it is reported unless it is `expected`. */
  unlessChanged(act: () => Promise<unknown>, expected?: boolean): Promise<void>
}

/** Derives an id from kind and name, so that a second filling finds the things of the first one. */
export const idOf = (kind: string, name: string): string => derivedId('demo', campaign.name, kind, name)

export const campaignId = idOf('campaign', campaign.name)

/** Returns the parts of a command's idempotency key. */
export const keyOf = (...parts: string[]): string[] => [campaign.name, ...parts]

/** Returns the id of the folder at a path; null is the root. */
export const folderId = (path: string): string | null => (path === '' ? null : idOf('folder', path))

/** `known` is true if the campaign existed before: only then can users have changed or deleted parts of it. */
export const lenient =
  (known: boolean, tell: Filling['tell']): Filling['unlessChanged'] =>
  async (act, expected = false) => {
    try {
      await act()
    } catch (error) {
      if (!known || !(error instanceof Refused) || ![403, 404, 409, 410].includes(error.status)) throw error
      if (!expected) tell(`  left as it is: ${error.message}`)
    }
  }

import { derivedId } from '../backend/commands/ids.ts'
import { campaign } from './campaign.ts'
import { type Client, type Person, Refused } from './client.ts'
import type { DemoPerson } from './people.ts'

/** Everybody who plays, signed in. */
export type Cast = Record<DemoPerson, Person>

/** One filling of an installation with the demo campaign. */
export interface Filling {
  client: Client
  cast: Cast
  /** Whether what needs a paid plan can be done. */
  plans: boolean
  tell(line: string): void
  /** Does something that was made impossible since, perhaps by people: then it stays so, and is told unless it was to be expected. */
  unlessChanged(act: () => Promise<unknown>, expected?: boolean): Promise<void>
}

/** Everything of the demo has an id that follows from what it is, so that a second filling finds the first one's. */
export const idOf = (kind: string, name: string): string => derivedId('demo', campaign.name, kind, name)

export const campaignId = idOf('campaign', campaign.name)

/** What an act is told apart by. */
export const keyOf = (...parts: string[]): string[] => [campaign.name, ...parts]

/** Of a folder's path; null is the root. */
export const folderId = (path: string): string | null => (path === '' ? null : idOf('folder', path))

/** `known` says that the campaign was there before: only then may anything of it have been changed. */
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

import type { Visibility } from '#domain/access.ts'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { may } from '#domain/entitlements.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { describeSkipped, oneByOne } from '../data/bulk.ts'
import { useChangeConjurationMutation } from '../data/conjurations.ts'
import { standingOf, today, useMe } from '../data/me.ts'
import { type ToastExtras, toast } from '../ui/toast.ts'
import { messageOf, type RequestError } from './problem.ts'

type Folder = Pick<CollectionRow, 'name' | 'visibility'>
type Lore = Pick<ConjurationItem, 'id' | 'name' | 'visibility' | 'userId'>

/** Lore that more people see than the folder that it came into, and a sentence that says so. */
export interface StillSeen {
  lore: readonly Lore[]
  /** The folder's: what hides it as well. */
  visibility: Visibility
  text: string
}

const reach: Record<CollectionRow['visibility'], number> = { PRIVATE: 0, DM: 1, CAMPAIGN: 2, PUBLIC: 2 }
const hidden = { PRIVATE: 'private', DM: 'DM only', CAMPAIGN: 'visible to all campaign members' } as const

/** Lore keeps its own visibility wherever it hangs. Undefined where nobody sees more than the folder. */
export const stillSeen = (folder: Folder | undefined, lore: readonly Lore[]): StillSeen | undefined => {
  if (!folder || folder.visibility === 'PUBLIC') return undefined
  const { name, visibility } = folder
  const seen = lore.filter((one) => reach[one.visibility] > reach[visibility])
  const [first] = seen
  if (!first) return undefined
  const them =
    seen.length === 1 ? `“${first.name || untitledConjuration}” itself is` : `${seen.length} lore items in it are`
  const whom = seen.some((one) => one.visibility === 'CAMPAIGN') ? 'all campaign members' : 'DMs'
  return { lore: seen, visibility, text: `${name} is ${hidden[visibility]}; ${them} still visible to ${whom}.` }
}

interface Ways {
  me: ReturnType<typeof useMe>
  change: ReturnType<typeof useChangeConjurationMutation>[0]
}

/** What the toast of a move adds about what was moved: who still sees it, and the way to hide it too where this person may. */
export const useStillSeen = () => {
  const me = useMe()
  const [change] = useChangeConjurationMutation()
  return (folder: Folder | undefined, lore: readonly Lore[]) => stillSeenToast({ me, change }, folder, lore)
}

/** The same for who fetches this file when something was moved. */
export const stillSeenToast = (
  { me, change }: Ways,
  folder: Folder | undefined,
  lore: readonly Lore[],
): Pick<ToastExtras, 'context' | 'act'> => {
  const found = stillSeen(folder, lore)
  if (!found) return {}
  const { lore: seen, visibility, text } = found
  const [it, is] = seen.length === 1 ? ['it', 'It is'] : ['them', 'They are']
  const hide = async () => {
    const ids = seen.map(({ id }) => id)
    const answer = await oneByOne(ids, async (id) => {
      const { error } = await change({ id, changes: { visibility } })
      return { error: error as RequestError | undefined }
    })
    if ('error' in answer)
      return void toast.error(messageOf(answer.error, 'Something went wrong saving the lore, please try again.'))
    const { data } = answer
    if (data.skipped.length > 0)
      toast.error(`Only ${data.count} of ${seen.length} lore items changed`, { context: describeSkipped(data) })
    else toast.success(`${is} ${hidden[visibility]} now`)
  }
  // Who makes somebody else's lore private does not see it any more themselves.
  const mayHide =
    visibility === 'DM' || (may(standingOf(me), 'privateLore', today()) && seen.every(({ userId }) => userId === me.id))
  return {
    context: text,
    ...(mayHide && { act: { label: `Make ${it} ${hidden[visibility]}`, run: () => void hide() } }),
  }
}

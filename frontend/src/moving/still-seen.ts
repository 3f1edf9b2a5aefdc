import type { Visibility } from '#domain/access.ts'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { may } from '#domain/entitlements.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf, type RequestError } from '../base/problem.ts'
import { describeSkipped, sendEach } from '../data/bulk.ts'
import { useChangeConjurationMutation } from '../data/conjurations.ts'
import { selectEntitlements, today, useMe } from '../data/me.ts'
import { type ToastExtras, toast } from '../ui/toast.ts'

type Folder = Pick<CollectionRow, 'name' | 'visibility'>
type Lore = Pick<ConjurationItem, 'id' | 'name' | 'visibility' | 'userId'>

/** Lore that is visible to more members than its new folder, and a text that says so. */
export interface StillSeen {
  lore: readonly Lore[]
  /** The folder's visibility, which the lore gets if the user hides it. */
  visibility: Visibility
  text: string
}

const reach: Record<CollectionRow['visibility'], number> = { PRIVATE: 0, DM: 1, CAMPAIGN: 2, PUBLIC: 2 }
const hidden = { PRIVATE: 'private', DM: 'DM only', CAMPAIGN: 'visible to all campaign members' } as const

/** Finds lore that more members see than its folder, since lore has its own visibility in any folder. Undefined if there is none. */
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

/** Extends a move's toast: names the members who still see the items, and offers to hide them if the user may. */
export const useStillSeen = () => {
  const me = useMe()
  const [change] = useChangeConjurationMutation()
  return (folder: Folder | undefined, lore: readonly Lore[]) => stillSeenToast({ me, change }, folder, lore)
}

/** Does the same without a hook, for callers that load this module after a move. */
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
    const answer = await sendEach(ids, async (id) => {
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
  // A DM who makes another member's lore private would no longer see it.
  const mayHide =
    visibility === 'DM' ||
    (may(selectEntitlements(me), 'privateLore', today()) && seen.every(({ userId }) => userId === me.id))
  return {
    context: text,
    ...(mayHide && { act: { label: `Make ${it} ${hidden[visibility]}`, run: () => void hide() } }),
  }
}

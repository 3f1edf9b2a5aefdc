import type { Visibility } from '#domain/access.ts'
import { untitledLore } from '#domain/conjurations.ts'
import { may } from '#domain/entitlements.ts'
import type { LoreItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { type ToastExtras, toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { standingOf, today, useMe } from './me.ts'
import { messageOf } from './problem.ts'

type Folder = Pick<CollectionRow, 'name' | 'visibility'>
type Lore = Pick<LoreItem, 'id' | 'name' | 'visibility' | 'userId'>

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
  const them = seen.length === 1 ? `“${first.name || untitledLore}” itself is` : `${seen.length} lore items in it are`
  const whom = seen.some((one) => one.visibility === 'CAMPAIGN') ? 'all campaign members' : 'DMs'
  return { lore: seen, visibility, text: `${name} is ${hidden[visibility]}; ${them} still visible to ${whom}.` }
}

const hiding = api.injectEndpoints({
  endpoints: (build) => ({
    showLoreTo: build.mutation<null, { ids: readonly string[]; visibility: Visibility }>({
      async queryFn({ ids, visibility }, _api, _extra, request) {
        const refused = await fewAtATime(ids, (id) =>
          request({ url: `conjurations/${id}`, method: 'PATCH', body: { visibility } }),
        )
        return refused ? { error: refused } : { data: null }
      },
    }),
  }),
})

/** What the toast of a move adds about what was moved: who still sees it, and the way to hide it too where this person may. */
export const useStillSeen = () => {
  const me = useMe()
  const [showLoreTo] = hiding.useShowLoreToMutation()
  return (folder: Folder | undefined, lore: readonly Lore[]): Pick<ToastExtras, 'context' | 'act'> => {
    const found = stillSeen(folder, lore)
    if (!found) return {}
    const { lore: seen, visibility, text } = found
    const [it, is] = seen.length === 1 ? ['it', 'It is'] : ['them', 'They are']
    const hide = async () => {
      const { error } = await showLoreTo({ ids: seen.map(({ id }) => id), visibility })
      if (error) toast.error(messageOf(error, 'Something went wrong saving the lore, please try again.'))
      else toast.success(`${is} ${hidden[visibility]} now`)
    }
    // Who makes somebody else's lore private does not see it any more themselves.
    const mayHide =
      visibility === 'DM' ||
      (may(standingOf(me), 'privateLore', today()) && seen.every(({ userId }) => userId === me.id))
    return {
      context: text,
      ...(mayHide && { act: { label: `Make ${it} ${hidden[visibility]}`, run: () => void hide() } }),
    }
  }
}

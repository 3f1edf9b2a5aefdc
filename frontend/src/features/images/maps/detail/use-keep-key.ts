import { messageOf } from '../../../../base/problem.ts'
import { useKeepKeyMutation } from '../../../../data/maps.ts'
import { toast } from '../../../../ui/toast.ts'

/** Creates lore from a map's key; its progress is shown outside the screen. */
export const useKeepKey = (id: string) => {
  const [keepKey, { isLoading }] = useKeepKeyMutation()
  const keep = async () => {
    const { error } = await keepKey(id)
    if (error) toast.error(messageOf(error, 'The key could not be written. Please try again.'))
  }
  return { isKeeping: isLoading, keep: () => void keep() }
}

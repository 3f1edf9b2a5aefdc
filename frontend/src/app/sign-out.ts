import { useMe } from '../data/me.ts'
import { useSignOutMutation } from '../data/platform.ts'
import { toast } from '../ui/toast.ts'
import { forgetDrafts } from './drafts.ts'
import { messageOf } from './problem.ts'
import { endingSession, rememberSignedIn } from './session.ts'

/** Ends the session and loads the sign-in page, or `to`, afresh, so that nothing of this person stays in memory. */
export const useSignOut = () => {
  const { id } = useMe()
  const [send] = useSignOutMutation()
  return async (to = '/auth/login') => {
    await endingSession(async () => {
      const { error } = await send()
      if (error) {
        toast.error(messageOf(error, 'You could not be signed out. Please try again.'))
        return false
      }
      rememberSignedIn(false)
      forgetDrafts(localStorage, id)
      location.assign(to)
      return true
    })
  }
}

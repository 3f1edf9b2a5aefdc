import { forgetDrafts } from '../base/drafts.ts'
import { messageOf } from '../base/problem.ts'
import { endingSession, rememberSignedIn } from '../base/session.ts'
import { toast } from '../ui/toast.ts'
import { useMe } from './me.ts'
import { useSignOutMutation } from './platform.ts'

/** Ends the session and opens the sign-in page, or `to`, by a full page load, so that no data of this user stays in memory. */
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

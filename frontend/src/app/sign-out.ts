import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { forgetDrafts } from './drafts.ts'
import { useMe } from './me.ts'
import { messageOf } from './problem.ts'
import { endingSession, rememberSignedIn } from './session.ts'

const signOutApi = api.injectEndpoints({
  endpoints: (build) => ({
    signOut: build.mutation<unknown, void>({ query: () => ({ url: 'auth/sign-out', method: 'POST', body: {} }) }),
  }),
})

/** Ends the session and loads the sign-in page afresh, so that nothing of this person stays in memory. */
export const useSignOut = () => {
  const { id } = useMe()
  const [send] = signOutApi.useSignOutMutation()
  return async () => {
    await endingSession(async () => {
      const { error } = await send()
      if (error) {
        toast.error(messageOf(error, 'You could not be signed out. Please try again.'))
        return false
      }
      rememberSignedIn(false)
      forgetDrafts(localStorage, id)
      location.assign('/auth/login')
      return true
    })
  }
}

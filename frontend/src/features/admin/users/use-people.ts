import type { AdminUser } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import {
  useBanUserMutation,
  useImpersonateUserMutation,
  useMailPasswordResetMutation,
  useUnbanUserMutation,
} from '../../../data/users.ts'
import { toast } from '../../../ui/toast.ts'

/** Time to read the notice about an impersonation before the page is loaded as that user. */
const readMs = 900

/** Admin actions on an account, with notices. Each resolves to true on success. */
export const usePeople = () => {
  const [ban] = useBanUserMutation()
  const [unban] = useUnbanUserMutation()
  const [impersonate] = useImpersonateUserMutation()
  const [mailReset] = useMailPasswordResetMutation()

  const notifyOfResult = async (work: Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    try {
      await work
      toast.success(done)
      return true
    } catch (error) {
      toast.error(messageOf(error, failed))
      return false
    }
  }

  return {
    ban: (userId: string, banReason: string) =>
      notifyOfResult(ban({ userId, banReason }).unwrap(), 'User banned', 'Failed to ban user'),
    unban: (userId: string, reason: string) =>
      notifyOfResult(unban({ userId, reason }).unwrap(), 'User unbanned', 'Failed to unban user'),
    async impersonate(userId: string, reason: string) {
      const work = impersonate({ userId, reason }).unwrap()
      if (!(await notifyOfResult(work, 'Impersonating user', 'Failed to impersonate user'))) return false
      // A full page load, so that no data of the admin stays in memory.
      setTimeout(() => location.assign('/'), readMs)
      return true
    },
    sendReset: ({ id: userId, email }: Pick<AdminUser, 'id' | 'email'>, reason: string) =>
      notifyOfResult(
        mailReset({ userId, reason }).unwrap(),
        `A password reset link has been sent to ${email}`,
        'Failed to reset password',
      ),
  }
}

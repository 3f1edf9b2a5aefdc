import type { UserRole } from '#domain/entitlements.ts'
import { isAdmin } from '#domain/roles.ts'
import { messageOf } from '../base/problem.ts'
import { toast } from '../ui/toast.ts'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { type EmailStanding, useSendEmailLinkMutation } from './email.ts'

/** Explains the way to a link that is not mailed. Links of admins are printed on the server only. */
export const outboxHint = (role: UserRole): string =>
  isAdmin(role)
    ? 'No mail is sent here: “npm run outbox” on the server prints your link.'
    : 'No mail is sent here: ask whoever runs this Loreloom for your link.'

/** A button that sends the verification link, at most once a minute. */
export const useEmailLink = (status: EmailStanding | undefined) => {
  const [send, { isLoading }] = useSendEmailLinkMutation()
  const seconds = useSecondsUntil(status?.mayResendAt ?? 0)

  const run = async (): Promise<boolean> => {
    if (isLoading || seconds > 0) return false
    const { error } = await send()
    if (error) toast.error(messageOf(error, 'The link could not be sent. Please try again.'))
    else if (status?.sendsMail === false) toast.success('A new link is ready')
    else toast.success('The link is on its way')
    return !error
  }

  const act = status?.waiting ? 'Send the Link Again' : 'Send the Link'
  return { label: seconds > 0 ? `Send again in ${seconds} s` : act, isLoading, isPaused: seconds > 0, run }
}

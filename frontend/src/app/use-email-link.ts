import type { UserRole } from '#domain/entitlements.ts'
import { isAdmin } from '#domain/roles.ts'
import { type EmailStanding, useSendEmailLinkMutation } from '../data/email.ts'
import { toast } from '../ui/toast.ts'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { messageOf } from './problem.ts'

/** Where a link is that was not mailed. Those of admins are printed on the machine only. */
export const outboxHint = (role: UserRole): string =>
  isAdmin(role)
    ? 'No mail is sent here: “npm run outbox” on the server prints your link.'
    : 'No mail is sent here: ask whoever runs this Loreloom for your link.'

/** The button that sends the link to verify an address, at most once a minute. */
export const useEmailLink = (standing: EmailStanding | undefined) => {
  const [send, { isLoading }] = useSendEmailLinkMutation()
  const seconds = useSecondsUntil(standing?.mayResendAt ?? 0)

  const run = async (): Promise<boolean> => {
    if (isLoading || seconds > 0) return false
    const { error } = await send()
    if (error) toast.error(messageOf(error, 'The link could not be sent. Please try again.'))
    else if (standing?.sendsMail === false) toast.success('A new link is ready')
    else toast.success('The link is on its way')
    return !error
  }

  const act = standing?.waiting ? 'Send the Link Again' : 'Send the Link'
  return { label: seconds > 0 ? `Send again in ${seconds} s` : act, isLoading, isPaused: seconds > 0, run }
}

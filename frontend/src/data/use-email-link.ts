import { useEffect, useReducer } from 'react'
import type { UserRole } from '#domain/entitlements.ts'
import { isAdmin } from '#domain/roles.ts'
import { messageOf } from '../base/problem.ts'
import { toast } from '../ui/toast.ts'
import { type EmailAddressState, useSendEmailLinkMutation } from './email.ts'

/** Returns the whole seconds until a time in milliseconds, counting down; 0 from that time on. */
const useSecondsUntil = (at: number): number => {
  const [, countDown] = useReducer((count: number) => count + 1, 0)
  const seconds = Math.max(0, Math.ceil((at - Date.now()) / 1000))
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(countDown, 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}

/** Explains to users of an installation without mail where their link is. Links of admins are printed on the server only. */
export const outboxHint = (role: UserRole): string =>
  isAdmin(role)
    ? 'No mail is sent here: “npm run outbox” on the server prints your link.'
    : 'No mail is sent here: ask whoever runs this Loreloom for your link.'

/** A button that sends the verification link, at most once a minute. */
export const useEmailLink = (status: EmailAddressState | undefined) => {
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

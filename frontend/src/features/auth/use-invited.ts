import { useEffect, useState, useSyncExternalStore } from 'react'
import { invitePath, pendingInvite } from '../../base/pending-invite.ts'
import { invitedTo } from './requests.ts'

const never = () => () => {}
/** The prerendered page is the same for all users, so it shows no invitation. */
const aheadOfTime = () => null

/** Name of the campaign of a pending invitation; undefined without one, or while it loads. */
export const useInvitedTo = (): string | undefined => {
  const code = useSyncExternalStore(never, pendingInvite, aheadOfTime)
  const [name, setName] = useState<string>()
  useEffect(() => {
    if (code !== null) void invitedTo(invitePath(code)).then(setName)
  }, [code])
  return name
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { invitePath, pendingInvite } from '../../app/pending-invite.ts'
import { invitedTo } from './requests.ts'

const never = () => () => {}
/** The page that was rendered ahead is the same for everybody. */
const aheadOfTime = () => null

/** The name of the campaign that whoever signs in here is invited to; undefined when none is, or while that is not known. */
export const useInvitedTo = (): string | undefined => {
  const code = useSyncExternalStore(never, pendingInvite, aheadOfTime)
  const [name, setName] = useState<string>()
  useEffect(() => {
    if (code !== null) void invitedTo(invitePath(code)).then(setName)
  }, [code])
  return name
}

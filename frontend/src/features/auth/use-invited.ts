import { useSyncExternalStore } from 'react'
import { pendingInvite, useInvitedQuery } from '../../app/invitation.ts'

const never = () => () => {}
/** The page that was rendered ahead is the same for everybody. */
const aheadOfTime = () => null

/** The name of the campaign that whoever signs in here is invited to; undefined when none is, or while that is not known. */
export const useInvitedTo = (): string | undefined => {
  const code = useSyncExternalStore(never, pendingInvite, aheadOfTime)
  const { data } = useInvitedQuery(code ?? '', { skip: code === null })
  return data?.campaignName
}

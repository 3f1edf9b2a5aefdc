import { useEffect } from 'react'
import { useAdminEventQuery } from '../../../data/admin-events.ts'

/**
 * An event with its causes and effects. `effects` is the number of effects in the list: if it exceeds those of the
 * response, the event is refetched.
 */
export const useInspected = (eventId: string, effects: number) => {
  const query = useAdminEventQuery(eventId)
  const { currentData, refetch } = query
  const answered = currentData?.caused.length
  useEffect(() => {
    if (answered !== undefined && effects > answered) void refetch()
  }, [effects, answered, refetch])
  return query
}

import { useEffect } from 'react'
import { useAdminEventQuery } from '../../../data/admin-events.ts'

/**
 * An event with its causes and effects. `effects` is how many are known to the list: when these are more than the answer
 * held, something has been caused since.
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

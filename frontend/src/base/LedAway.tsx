import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { toast } from '../ui/toast.ts'

/** In place of a screen that this person may not open: leads elsewhere, and says why. */
export const LedAway = ({ to, because }: { to: string; because: string }) => {
  useEffect(() => void toast.info(because), [because])
  return <Navigate to={to} replace />
}

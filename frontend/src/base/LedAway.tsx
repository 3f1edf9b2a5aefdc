import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { toast } from '../ui/toast.ts'

/** Redirects from a screen that the user may not open, and shows the reason. */
export const LedAway = ({ to, because }: { to: string; because: string }) => {
  useEffect(() => void toast.info(because), [because])
  return <Navigate to={to} replace />
}

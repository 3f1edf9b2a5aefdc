import type { ReactNode } from 'react'
import classes from './made-by.module.css'
import { type MadeBy, useMadeBy } from './made-by.ts'

/** A figure that opens the list of its causes. */
export const Figure = ({
  of,
  className = '',
  children,
}: {
  of: MadeBy
  className?: string | undefined
  children: ReactNode
}) => {
  const open = useMadeBy()
  return (
    <button
      type="button"
      className={`${classes.figure} ${className}`}
      aria-haspopup="dialog"
      title={`What made it: ${of.title}`}
      onClick={() => open(of)}
    >
      {children}
    </button>
  )
}

import type { ReactNode } from 'react'
import { Delayed } from './Delayed.tsx'

interface Props {
  /** What is being loaded, for who listens. */
  label: string
  className?: string | undefined
  /** Skeletons, laid out as what comes. */
  children: ReactNode
}

/** In place of what is not there yet. */
export const Loading = ({ label, className, children }: Props) => (
  <Delayed>
    <div className={className} role="status" aria-label={label}>
      {children}
    </div>
  </Delayed>
)

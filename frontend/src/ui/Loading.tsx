import type { ReactNode } from 'react'
import { Delayed } from './Delayed.tsx'

interface Props {
  /** Names the loading content for screen readers. */
  label: string
  className?: string | undefined
  /** Skeletons with the layout of the content. */
  children: ReactNode
}

/** Placeholder of content that is being loaded. */
export const Loading = ({ label, className, children }: Props) => (
  <Delayed>
    <div className={className} role="status" aria-label={label}>
      {children}
    </div>
  </Delayed>
)

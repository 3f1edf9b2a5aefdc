import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Delayed } from './Delayed.tsx'
import { EmptyState } from './EmptyState.tsx'

interface LoadingProps {
  /** What is being loaded, for who listens. */
  label: string
  className?: string | undefined
  /** Skeletons, laid out as what comes. */
  children: ReactNode
}

/** In place of what is not there yet. */
export const Loading = ({ label, className, children }: LoadingProps) => (
  <Delayed>
    <div className={className} role="status" aria-label={label}>
      {children}
    </div>
  </Delayed>
)

interface NotHereProps extends Pick<ComponentProps<typeof EmptyState>, 'subject' | 'title' | 'text'> {
  /** The document's title. */
  page?: string
  back: { to: string; label: string }
}

/** In place of a thing that is gone, never was, or is not for this person: why, and the way back. */
export const NotHere = ({ page, back, ...why }: NotHereProps) => (
  <>
    {page && <title>{`${page} · Loreloom`}</title>}
    <EmptyState
      {...why}
      action={
        <Button component={Link} to={back.to}>
          {back.label}
        </Button>
      }
    />
  </>
)

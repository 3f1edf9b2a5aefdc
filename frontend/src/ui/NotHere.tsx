import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { EmptyState } from './EmptyState.tsx'

interface Props extends Pick<ComponentProps<typeof EmptyState>, 'subject' | 'title' | 'text'> {
  /** The document's title, where it is another. */
  page?: string
  back: { to: string; label: string }
}

/** In place of a thing that is gone, never was, or is not for this person: why, and the way back. */
export const NotHere = ({ page, back, ...why }: Props) => (
  <>
    <title>{`${page ?? why.title} · Loreloom`}</title>
    <EmptyState
      {...why}
      heading="h1"
      action={
        <Button component={Link} to={back.to}>
          {back.label}
        </Button>
      }
    />
  </>
)

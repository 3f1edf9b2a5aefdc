import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { EmptyState } from './EmptyState.tsx'

interface Props extends Pick<ComponentProps<typeof EmptyState>, 'subject' | 'title' | 'text'> {
  /** The document's title, if it differs from `title`. */
  page?: string
  back: { to: string; label: string }
}

/** Replaces the screen of a thing that was deleted, never existed, or is not visible to this user: a reason and a link back. */
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

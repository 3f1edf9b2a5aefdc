import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pager.module.css'

const number = new Intl.NumberFormat('en')

interface Props {
  /** The counted items, for screen readers: 'users'. */
  what: string
  offset: number
  limit: number
  total: number
  onMove: (offset: number) => void
}

/** The position in a list with links to its pages; hidden for a single page. */
export const Pager = ({ what, offset, limit, total, onMove }: Props) => {
  if (total <= limit && offset === 0) return null
  return (
    <nav className={classes.pager} aria-label={`Pages of ${what}`}>
      <ActionIcon
        aria-label="Previous page"
        disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - limit))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <span className="num" aria-live="polite">
        {number.format(Math.min(offset + 1, total))}–{number.format(Math.min(offset + limit, total))} of{' '}
        {number.format(total)}
      </span>
      <ActionIcon aria-label="Next page" disabled={offset + limit >= total} onClick={() => onMove(offset + limit)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </nav>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './answer.module.css'

interface Props {
  id: string
  siblings: readonly string[]
  /** The name of the versions: `Answer` or `Message`. */
  label: string
  onChoose: (id: string) => void
}

/** Switches between the versions of a message, as `‹ 2/3 ›`; hidden for a single version. */
export const Branches = ({ id, siblings, label, onChoose }: Props) => {
  if (siblings.length < 2) return null
  const at = siblings.indexOf(id)
  const step = (by: 1 | -1, Icon: typeof IconChevronLeft, name: string) => {
    const next = siblings[at + by]
    return (
      <ActionIcon
        size={28}
        aria-label={`${name} ${label.toLowerCase()}`}
        disabled={next === undefined}
        onClick={() => next !== undefined && onChoose(next)}
      >
        <Icon size={15} />
      </ActionIcon>
    )
  }
  return (
    <span className={classes.branches}>
      {step(-1, IconChevronLeft, 'Previous')}
      <span className="num">
        {at + 1}/{siblings.length}
      </span>
      {step(1, IconChevronRight, 'Next')}
    </span>
  )
}

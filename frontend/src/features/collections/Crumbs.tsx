import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconListTree } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useDragging } from './dragging.ts'
import { useMoves } from './moves.tsx'
import { type FolderTree, folderPath } from './tree.ts'

interface Props {
  tree: FolderTree
  campaignName: string
  current: string | null
  /** Opens the tree where it is in a drawer. */
  onTree: (() => void) | undefined
}

/** The way from the campaign to the folder that is shown. What is dropped on a step goes there. */
export const Crumbs = ({ tree, campaignName, current, onTree }: Props) => {
  const steps = [{ id: null, name: campaignName }, ...tree.pathTo(current)]
  return (
    <nav className="col-crumbs" aria-label="Breadcrumbs">
      {onTree && (
        <ActionIcon aria-label="Show collections" onClick={onTree}>
          <IconListTree size={18} />
        </ActionIcon>
      )}
      <ol>
        {steps.map(({ id, name }, n) => (
          <li key={id ?? 'root'}>
            {n > 0 && <IconChevronRight size={13} aria-hidden="true" />}
            {n === steps.length - 1 ? (
              <b aria-current="page">{name}</b>
            ) : (
              <Step id={id} name={name} to={folderPath(tree, id)} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const Step = ({ id, name, to }: { id: string | null; name: string; to: string }) => {
  const step = useRef<HTMLAnchorElement>(null)
  const moves = useMoves()
  const { isOver } = useDragging(step, {
    may: (dragged) => moves.may(dragged, id),
    drop: (dragged) => moves.take(dragged, id),
  })
  return (
    <Link ref={step} to={to} data-over={isOver || undefined}>
      {name}
    </Link>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconListTree } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { type CollectionTree, collectionPath } from '../../data/collection-tree.ts'
import { Steps } from '../../ui/Steps.tsx'
import classes from './collection.module.css'
import { useDragging } from './dragging.ts'
import { useMoves } from './moves.tsx'

interface Props {
  tree: CollectionTree
  campaignName: string
  current: string | null
  /** Opens the drawer with the tree; undefined where the tree is not in a drawer. */
  onTree: (() => void) | undefined
}

/** The path from the campaign to the current folder. Each step accepts drops. */
export const Crumbs = ({ tree, campaignName, current, onTree }: Props) => {
  const steps = [{ id: null, name: campaignName }, ...tree.pathTo(current)]
  return (
    <nav className={classes.crumbs} aria-label="Breadcrumbs">
      {onTree && (
        <ActionIcon aria-label="Show collections" onClick={onTree}>
          <IconListTree size={18} />
        </ActionIcon>
      )}
      <Steps key={current} steps={steps} idOf={({ id }) => id ?? 'root'} nameOf={({ name }) => name}>
        {({ id, name }) =>
          id === current ? (
            <b aria-current="page" dir="auto" title={name}>
              {name}
            </b>
          ) : (
            <Step id={id} name={name} to={collectionPath(tree, id)} />
          )
        }
      </Steps>
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
    <Link ref={step} to={to} dir="auto" title={name} data-over={isOver || undefined}>
      {name}
    </Link>
  )
}

import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import type { Campaign } from '../../data/campaigns.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'
import { Part } from '../../ui/Part.tsx'
import { Crumbs } from './Crumbs.tsx'
import classes from './collections.module.css'
import { useSideWidth } from './use-side-width.ts'

type Tree = typeof import('./TreePane.tsx').TreePane
const loadTree = async (): Promise<Tree> => (await import('./TreePane.tsx')).TreePane
const phone = '(max-width: 768px)'
// On a wide screen the tree is needed at once; on a phone, only when its drawer opens.
if (!matchMedia(phone).matches) void loadTree()

const Resizer = lazy(async () => ({ default: (await import('./Resizer.tsx')).Resizer }))
const TreeDrawer = lazy(async () => ({ default: (await import('./TreeDrawer.tsx')).TreeDrawer }))

/** The tree's code, once loaded. Not `lazy`: React shows suspended content only after 300 ms. */
const useTree = (isWanted: boolean): Tree | undefined => {
  const [tree, setTree] = useState<Tree>()
  useEffect(() => {
    if (!isWanted) return
    loadTree().then(
      (loaded) => setTree(() => loaded),
      (error: unknown) =>
        setTree(() => {
          // Throws in the next render, so that the screen's error boundary catches the error.
          throw error
        }),
    )
  }, [isWanted])
  return tree
}

interface Props {
  campaign: Campaign
  tree: CollectionTree
  current: string | null
  children: ReactNode
}

/** The tree next to the content; on a phone in a drawer. */
export const Panes = ({ campaign, tree, current, children }: Props) => {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const side = useSideWidth()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const TreePane = useTree(!isPhone || wasOpened)
  const treeFor = (onNavigated?: () => void) =>
    TreePane && <TreePane campaign={campaign} tree={tree} current={current} {...(onNavigated ? { onNavigated } : {})} />
  return (
    <div
      className={classes.page}
      style={side.width !== null ? { ['--col-side' as string]: `${side.width}px` } : undefined}
    >
      {isPhone ? (
        wasOpened && (
          <Part onFailed={() => setWasOpened(false)}>
            <TreeDrawer opened={isOpen} onClose={close}>
              {treeFor(close)}
            </TreeDrawer>
          </Part>
        )
      ) : (
        <aside className={classes.side} aria-label="Collections">
          {treeFor()}
          <Part>
            <Resizer side={side} />
          </Part>
        </aside>
      )}
      <section className={classes.main}>
        <Crumbs tree={tree} campaignName={campaign.name} current={current} onTree={isPhone ? open : undefined} />
        {children}
      </section>
    </div>
  )
}

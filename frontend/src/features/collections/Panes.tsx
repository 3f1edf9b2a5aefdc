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
// Next to the folder it is needed at once; in a drawer only when that is opened.
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
          // In the next render, where the screen's error boundary sees it.
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
  const [isAsked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const TreePane = useTree(!isPhone || isAsked)
  const treeFor = (onNavigated?: () => void) =>
    TreePane && <TreePane campaign={campaign} tree={tree} current={current} {...(onNavigated ? { onNavigated } : {})} />
  return (
    <div
      className={classes.page}
      style={side.width !== null ? { ['--col-side' as string]: `${side.width}px` } : undefined}
    >
      {isPhone ? (
        isAsked && (
          <Part onFailed={() => setAsked(false)}>
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

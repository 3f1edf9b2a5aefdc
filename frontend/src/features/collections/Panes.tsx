import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Campaign } from '../../app/campaigns.ts'
import { Crumbs } from './Crumbs.tsx'
import type { FolderTree } from './tree.ts'

const TreePane = lazy(async () => ({ default: (await import('./TreePane.tsx')).TreePane }))
const TreeDrawer = lazy(async () => ({ default: (await import('./TreeDrawer.tsx')).TreeDrawer }))

interface Props {
  campaign: Campaign
  tree: FolderTree
  current: string | null
  children: ReactNode
}

/** The tree beside what is shown; on a phone in a drawer. */
export const Panes = ({ campaign, tree, current, children }: Props) => {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="col-page">
      {isPhone ? (
        <Suspense>
          <TreeDrawer opened={isOpen} onClose={close}>
            <TreePane campaign={campaign} tree={tree} current={current} onGone={close} />
          </TreeDrawer>
        </Suspense>
      ) : (
        <aside className="col-side" aria-label="Collections">
          <Suspense>
            <TreePane campaign={campaign} tree={tree} current={current} />
          </Suspense>
        </aside>
      )}
      <section className="col-main">
        <Crumbs
          tree={tree}
          campaignName={campaign.name}
          current={current}
          onTree={isPhone ? () => setOpen(true) : undefined}
        />
        {children}
      </section>
    </div>
  )
}

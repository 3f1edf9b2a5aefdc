import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Campaign } from '../../app/campaigns.ts'
import { Crumbs } from './Crumbs.tsx'
import type { FolderTree } from './tree.ts'

const loadTree = async () => ({ default: (await import('./TreePane.tsx')).TreePane })
const TreePane = lazy(loadTree)
const phone = '(max-width: 768px)'
// Beside the folder it is wanted at once; in a drawer only once that is opened.
if (!matchMedia(phone).matches) void loadTree()

const TreeDrawer = lazy(async () => ({ default: (await import('./TreeDrawer.tsx')).TreeDrawer }))

interface Props {
  campaign: Campaign
  tree: FolderTree
  current: string | null
  children: ReactNode
}

/** The tree beside what is shown; on a phone in a drawer. */
export const Panes = ({ campaign, tree, current, children }: Props) => {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <div className="col-page">
      {isPhone ? (
        isAsked && (
          <Suspense>
            <TreeDrawer opened={isOpen} onClose={close}>
              <TreePane campaign={campaign} tree={tree} current={current} onGone={close} />
            </TreeDrawer>
          </Suspense>
        )
      ) : (
        <aside className="col-side" aria-label="Collections">
          <Suspense>
            <TreePane campaign={campaign} tree={tree} current={current} />
          </Suspense>
        </aside>
      )}
      <section className="col-main">
        <Crumbs tree={tree} campaignName={campaign.name} current={current} onTree={isPhone ? open : undefined} />
        {children}
      </section>
    </div>
  )
}

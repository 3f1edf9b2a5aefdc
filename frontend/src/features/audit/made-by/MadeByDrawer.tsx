import { Drawer } from '@mantine/core'
import type { Go } from '../use-moment.ts'
import { CountedEntries } from './CountedEntries.tsx'
import { MakingSteps } from './MakingSteps.tsx'
import type { MadeBy } from './made-by.ts'

interface Props extends MadeBy {
  accountId: string
  go: Go
  onClose: () => void
}

/** The events or entries behind a figure, with their differences; each links to its moment. */
export const MadeByDrawer = ({ title, path, sum, position, accountId, go, onClose }: Props) => {
  const visit = (to: string) => {
    go({ position: to })
    onClose()
  }
  return (
    <Drawer opened onClose={onClose} position="right" size={460} title={title} padding={18}>
      {path !== undefined && <MakingSteps accountId={accountId} path={path} position={position} onVisit={visit} />}
      {sum && <CountedEntries accountId={accountId} sum={sum} onVisit={visit} />}
    </Drawer>
  )
}

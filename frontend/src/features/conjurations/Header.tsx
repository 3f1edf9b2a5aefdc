import { Button } from '@mantine/core'
import { IconHistory, IconTopologyStar3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { ConjurationItem } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import type { Conjuration } from '../../data/conjuration-query.ts'
import { useMe } from '../../data/me.ts'
import { selectCampaign } from '../../data/selected-campaign.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import { SaveIndicator, type SaveState } from '../../ui/SaveIndicator.tsx'
import { Steps } from '../../ui/Steps.tsx'
import classes from './conjuration.module.css'
import type { FieldState } from './saving/field-state.ts'

const ConjurationMenu = late(async () => (await import('./ConjurationMenu.tsx')).ConjurationMenu)

interface Props {
  row: ConjurationItem
  back: string
  /** The folders that contain the lore, from the root down. */
  path: Conjuration['breadcrumbs']
  status: FieldState<unknown>['status']
  /** Shows the other members who have this lore open. */
  here: ReactNode
  /** A button for the table of contents, if that does not fit next to the text. */
  outline: ReactNode
  onHistory: () => void
}

const texts = { saving: 'Saving...', saved: 'Saved', failed: 'Unsaved changes' }
/** Phones show the first word only; the banner above explains it. */
const offlineText = (
  <span>
    Offline<span className={classes.wide}>: not saved yet</span>
  </span>
)
const offline = { ...texts, failed: offlineText }

export const Header = ({ row, back, path, status, here, outline, onHistory }: Props) => {
  const { pathname, search } = useLocation()
  const state: SaveState = status === 'waiting' ? 'failed' : status
  return (
    <header className={classes.head}>
      <BackLink to={back} wordClass={classes.wide} />
      {outline}
      <Crumbs campaignId={row.campaignId} path={path} />
      <SaveIndicator state={state} texts={status === 'waiting' ? offline : texts} />
      {here}
      {row.campaignId && !row.deletedAt && (
        <Button
          component={Link}
          to={withFrom(`/relationships/graph?source=${row.id}`, `${pathname}${search}`)}
          size="xs"
          variant="subtle"
          aria-label="Graph"
          leftSection={<IconTopologyStar3 size={15} />}
        >
          <span className={classes.wide}>Graph</span>
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        aria-label="History"
        leftSection={<IconHistory size={15} />}
        onClick={onHistory}
      >
        <span className={classes.wide}>History</span>
      </Button>
      <Part fallback={<span className={classes.menu} />}>
        <ConjurationMenu row={row} back={back} />
      </Part>
    </header>
  )
}

/** Links to the campaign and to the folders that contain the lore. */
const Crumbs = ({ campaignId, path }: Pick<Props, 'path'> & { campaignId: string | null }) => {
  const me = useMe()
  const { data: campaigns } = useCampaignsQuery()
  const campaign = campaigns?.rows.find(({ id }) => id === campaignId)
  const steps = [
    ...(campaign ? [{ id: campaign.id, name: campaign.name, to: '/collections' }] : []),
    ...path.map(({ id, name }, n) => ({
      id,
      name,
      to: ['/collections', ...path.slice(0, n + 1).map((folder) => folder.id)].join('/'),
    })),
  ]
  return (
    <nav className={classes.crumbs} aria-label="Breadcrumbs">
      <Steps steps={steps} idOf={({ id }) => id} nameOf={({ name }) => name}>
        {({ name, to }) => (
          // The folder screen shows the selected campaign: the link selects the campaign of this lore.
          <Link to={to} dir="auto" title={name} onClick={() => campaignId && selectCampaign(me.id, campaignId)}>
            {name}
          </Link>
        )}
      </Steps>
    </nav>
  )
}

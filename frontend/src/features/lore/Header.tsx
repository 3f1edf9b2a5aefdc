import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight, IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { LoreItem } from '#projections/answers.ts'
import { useCampaignsQuery } from '../../app/campaigns.ts'
import { useMe } from '../../app/me.ts'
import { selectCampaign } from '../../app/selected-campaign.ts'
import { SaveIndicator, type SaveState } from '../../ui/SaveIndicator.tsx'
import { LoreMenu } from './LoreMenu.tsx'
import type { Lore } from './lore-query.ts'
import type { FieldState } from './saving/field-state.ts'

interface Props {
  row: LoreItem
  back: string
  /** The folders it hangs in, from the root down. */
  path: Lore['breadcrumbs']
  status: FieldState<unknown>['status']
  onHistory: () => void
}

const texts = { saving: 'Saving...', saved: 'Saved', failed: 'Unsaved changes' }
const offline = { ...texts, failed: 'Offline: not saved yet' }

export const Header = ({ row, back, path, status, onHistory }: Props) => {
  const me = useMe()
  const { data: campaigns } = useCampaignsQuery()
  const campaign = campaigns?.rows.find(({ id }) => id === row.campaignId)
  const steps = [
    ...(campaign ? [{ id: campaign.id, name: campaign.name, to: '/collections' }] : []),
    ...path.map(({ id, name }, n) => ({
      id,
      name,
      to: ['/collections', ...path.slice(0, n + 1).map((folder) => folder.id)].join('/'),
    })),
  ]
  const state: SaveState = status === 'waiting' ? 'failed' : status
  return (
    <header className="lore-head">
      <Button
        component={Link}
        to={back}
        variant="subtle"
        size="xs"
        aria-label="Back"
        leftSection={<IconArrowLeft size={15} />}
      >
        <span className="lore-wide">Back</span>
      </Button>
      <nav className="lore-crumbs" aria-label="Breadcrumbs">
        <ol>
          {steps.map(({ id, name, to }, n) => (
            <li key={id}>
              {n > 0 && <IconChevronRight size={13} aria-hidden="true" />}
              {/* The folders on screen are those of the campaign that is chosen. */}
              <Link to={to} onClick={() => row.campaignId && selectCampaign(me.id, row.campaignId)}>
                {name}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <SaveIndicator state={state} texts={status === 'waiting' ? offline : texts} />
      <Button
        size="xs"
        variant="subtle"
        aria-label="History"
        leftSection={<IconHistory size={15} />}
        onClick={onHistory}
      >
        <span className="lore-wide">History</span>
      </Button>
      <LoreMenu row={row} back={back} />
    </header>
  )
}

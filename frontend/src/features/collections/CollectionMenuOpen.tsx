import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconCopy,
  IconEye,
  IconFileExport,
  IconFileImport,
  IconFolderPlus,
  IconFolderSymlink,
  IconHistory,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { openOverlay } from '../../base/overlay.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import type { OpenMenuProps } from '../../ui/LazyMenu.tsx'
import classes from './collection.module.css'

export interface CollectionMenuActs {
  /** Undefined at the root. */
  folderId: string | undefined
  /** Absent at the root. */
  folderName: string | undefined
  /** True if the user owns the folder; false at the root. */
  mine: boolean
  /** True if the user may rename and move the folder, as its owner or as the campaign's owner. */
  mayArrange: boolean
  /** True if the user may move the folder's lore to another campaign, as the folder's owner or as a DM who sees it. */
  mayMoveOut: boolean
  /** True at the root for users who run the campaign: they may import a world. */
  mayImport: boolean
  onNewCollection: () => void
  onFromTemplate: () => void
  onVisibility: () => void
  onMove: () => void
  onMoveOut: () => void
  onCopy: () => void
  onDelete: () => void
}

export const CollectionMenuOpen = ({
  folderId,
  folderName,
  mine,
  mayArrange,
  mayMoveOut,
  mayImport,
  onNewCollection,
  onFromTemplate,
  onVisibility,
  onMove,
  onMoveOut,
  onCopy,
  onDelete,
  renderButton,
  onClosed,
}: CollectionMenuActs & OpenMenuProps) => {
  // Larger screens have a button for a new folder. Hiding the item by CSS instead would prevent the menu from taking the focus.
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const campaign = useCampaign()
  const { data: campaigns } = useCampaignsQuery()
  const hasOther = campaigns?.rows.some(({ id, asOf }) => id !== campaign?.id && !asOf) ?? false
  return (
    <Menu defaultOpened onExitTransitionEnd={onClosed} position="bottom-end" width={240}>
      <Menu.Target>{renderButton()}</Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <Menu.Item leftSection={<IconFolderPlus size={15} />} onClick={onNewCollection}>
            New Folder
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTemplate size={15} />} onClick={onFromTemplate}>
          Create Lore from Template
        </Menu.Item>
        {mine && (
          <Menu.Item leftSection={<IconEye size={15} />} onClick={onVisibility}>
            Visibility
          </Menu.Item>
        )}
        {mayArrange && (
          <Menu.Item leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
            Move
          </Menu.Item>
        )}
        {mayMoveOut && (
          <Menu.Item leftSection={<IconArrowsExchange size={15} />} disabled={!hasOther} onClick={onMoveOut}>
            Move Lore to Campaign
            {!hasOther && <small className={classes.reason}>You have no other campaign to move it to.</small>}
          </Menu.Item>
        )}
        {folderId && (
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={onCopy}>
            Copy Folder
          </Menu.Item>
        )}
        <CampaignItems folderId={folderId} folderName={folderName} mayImport={mayImport} />
        {mine && (
          <>
            <Menu.Divider />
            <Menu.Item data-danger leftSection={<IconTrash size={15} />} onClick={onDelete}>
              Delete Folder
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu's items for the import, the export and past states of the campaign. */
const CampaignItems = ({
  folderId,
  folderName,
  mayImport,
}: Pick<CollectionMenuActs, 'folderId' | 'folderName' | 'mayImport'>) => {
  const campaign = useCampaign()
  if (!campaign) return null
  return (
    <>
      {mayImport && (
        <Menu.Item component={Link} to={`/campaigns/${campaign.id}/import`} leftSection={<IconFileImport size={15} />}>
          Bring a World In
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconFileExport size={15} />}
        onClick={() =>
          openOverlay({
            kind: 'export',
            of: { campaignId: campaign.id, campaignName: campaign.name, collectionId: folderId, name: folderName },
          })
        }
      >
        Export…
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`/campaigns/${campaign.id}/past${folderId ? `?folder=${folderId}` : ''}`}
        leftSection={<IconHistory size={15} />}
      >
        As it was
      </Menu.Item>
    </>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBookmarkMinus,
  IconBookUpload,
  IconCircleDashed,
  IconCopy,
  IconCube,
  IconDots,
  IconFileDownload,
  IconFileExport,
  IconFolderSymlink,
  IconPin,
  IconPinnedOff,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { may } from '#domain/entitlements.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import { newId } from '../../base/ids.ts'
import { openOverlay } from '../../base/overlay.ts'
import { messageOf } from '../../base/problem.ts'
import {
  useAddToCampaignMutation,
  useCopyConjurationMutation,
  useRemoveFromCampaignMutation,
} from '../../data/conjuration.ts'
import { useChangeConjurationMutation } from '../../data/conjurations.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { PlanBadge } from '../../ui/Badge.tsx'
import { Part } from '../../ui/Part.tsx'
import { toast } from '../../ui/toast.ts'
import { mayToOwn } from './may-to-own.ts'
import { useDeletion } from './use-deletion.tsx'

const Token = lazy(async () => ({ default: (await import('./token/Token.tsx')).Token }))
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }))

/** Returns the menu's actions on the lore item; each failure shows a toast. */
const useActions = (row: ConjurationItem, back: string) => {
  const navigate = useNavigate()
  const [copyConjuration] = useCopyConjurationMutation()
  const [addToCampaign] = useAddToCampaignMutation()
  const [removeFromCampaign] = useRemoveFromCampaignMutation()
  const [changeConjuration] = useChangeConjurationMutation()
  const { id, campaignId } = row

  const copy = async () => {
    const { data, error } = await copyConjuration({ id, copyId: newId() })
    if (error) return void toast.error(messageOf(error, 'The lore could not be copied. Please try again.'))
    toast.success('Lore copied')
    return navigate(withFrom(`/lore/view/${data.id}`, back))
  }
  const add = async (to: string) => {
    const { error } = await addToCampaign({ id, campaignId: to })
    if (error)
      toast.error(messageOf(error, 'Something went wrong adding your lore to this campaign, please try again.'))
    else toast.success('Lore added to campaign!')
  }
  const pin = async () => {
    const { error } = await changeConjuration({ id, changes: { isPinned: !row.isPinned } })
    const otherwise = `The lore could not be ${row.isPinned ? 'unpinned' : 'pinned'}. Please try again.`
    if (error) toast.error(messageOf(error, otherwise))
  }
  const generateModel = () => {
    if (campaignId) openOverlay({ kind: 'createModel', lore: { id, name: row.name, campaignId } })
    else toast.error('This lore item must be in a campaign to generate a 3D model.')
  }
  const exportMarkdown = async () => {
    try {
      const exporting = await import('./contents/export-markdown.ts')
      await exporting.exportMarkdown(row)
    } catch {
      toast.error('The lore could not be exported. Please try again.')
    }
  }
  const remove = async () => {
    const { error } = await removeFromCampaign(id)
    if (error) return void toast.error(messageOf(error, 'The lore could not be removed. Please try again.'))
    const context = 'It is in no campaign now: only its owner sees it.'
    toast.success('Successfully removed conjuration!', {
      context,
      ...(campaignId && { undo: () => void add(campaignId) }),
    })
  }
  return { copy, add, pin, generateModel, exportMarkdown, remove }
}

/** Actions for a lore item as a whole; hidden unless permitted. */
export const ConjurationMenu = ({ row, back }: { row: ConjurationItem; back: string }) => {
  const [isMoving, setMoving] = useState(false)
  const [isCutting, setCutting] = useState(false)
  const deletion = useDeletion(row, back)
  const actions = useActions(row, back)
  const { campaignId } = row
  const isEditable = row.mayEdit && row.deletedAt === null
  return (
    <>
      <Menu position="bottom-end" width={230} shadow="md">
        <Menu.Target>
          <ActionIcon aria-label="Actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isEditable && (
            <EditItems row={row} actions={actions} onMove={() => setMoving(true)} onCut={() => setCutting(true)} />
          )}
          <CopyItems row={row} actions={actions} />
          {isEditable && <RemovalItems row={row} actions={actions} onDelete={deletion.ask} />}
        </Menu.Dropdown>
      </Menu>
      {isMoving && campaignId && (
        <Part onFailed={() => setMoving(false)}>
          <MoveDialog row={{ ...row, campaignId }} onClose={() => setMoving(false)} />
        </Part>
      )}
      {isCutting && (
        <Part onFailed={() => setCutting(false)}>
          <Token row={row} onClose={() => setCutting(false)} />
        </Part>
      )}
      {deletion.dialog}
    </>
  )
}

interface PartProps {
  row: ConjurationItem
  actions: ReturnType<typeof useActions>
}

const EditItems = ({ row, actions, onMove, onCut }: PartProps & { onMove: () => void; onCut: () => void }) => {
  const me = useMe()
  const selected = useCampaign()
  const { campaignId } = row
  const mayCut = may(selectEntitlements(me), 'tokens', today())
  const mayModel = may(selectEntitlements(me), 'conjurationModels', today())
  return (
    <>
      {!campaignId && selected && (
        <Menu.Item leftSection={<IconBookUpload size={15} />} onClick={() => void actions.add(selected.id)}>
          Add to {selected.name}
        </Menu.Item>
      )}
      {campaignId && (
        <Menu.Item
          leftSection={row.isPinned ? <IconPinnedOff size={15} /> : <IconPin size={15} />}
          onClick={() => void actions.pin()}
        >
          {row.isPinned ? 'Unpin' : 'Pin to top'}
        </Menu.Item>
      )}
      {campaignId && (
        <Menu.Item leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
          Move
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCircleDashed size={15} />}
        rightSection={!mayCut && <PlanBadge plan="PRO" />}
        onClick={onCut}
      >
        Generate Token
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCube size={15} />}
        rightSection={!mayModel && <PlanBadge plan="PRO" />}
        onClick={actions.generateModel}
      >
        Generate 3D Model
      </Menu.Item>
    </>
  )
}

const CopyItems = ({ row, actions }: PartProps) => {
  const selected = useCampaign()
  const { id, campaignId } = row
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy size={15} />}
        disabled={row.deletedAt !== null}
        onClick={() => void actions.copy()}
      >
        Copy
      </Menu.Item>
      <Menu.Item leftSection={<IconFileDownload size={15} />} onClick={() => void actions.exportMarkdown()}>
        Export as Markdown
      </Menu.Item>
      {campaignId && selected?.id === campaignId && row.deletedAt === null && (
        <Menu.Item
          leftSection={<IconFileExport size={15} />}
          onClick={() =>
            openOverlay({
              kind: 'export',
              of: { campaignId, campaignName: selected.name, conjurationId: id, name: row.name },
            })
          }
        >
          Export with Pictures…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPrinter size={15} />} onClick={() => print()}>
        Print
      </Menu.Item>
    </>
  )
}

const RemovalItems = ({ row, actions, onDelete }: PartProps & { onDelete: () => void }) => {
  const me = useMe()
  // Lore outside of a campaign is visible to its author only, which requires a plan with private lore.
  const mayHide = may(selectEntitlements(me), 'privateLore', today())
  return (
    <>
      {row.campaignId && mayToOwn(me.id, 'takeOut', row) && (
        <Menu.Item
          leftSection={<IconBookmarkMinus size={15} />}
          rightSection={!mayHide && <PlanBadge plan="BASIC" />}
          onClick={() => (mayHide ? void actions.remove() : openOverlay({ kind: 'upgrade', wanted: 'privateLore' }))}
        >
          Remove from campaign
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={15} />} onClick={onDelete}>
        Delete
      </Menu.Item>
    </>
  )
}

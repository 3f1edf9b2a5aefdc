import { ActionIcon, Table, Tooltip } from '@mantine/core'
import { IconDownload, IconFile, IconFileText, IconPhoto, IconTrash } from '@tabler/icons-react'
import { can } from '#domain/rights.ts'
import { sizeInWords } from '#domain/storage.ts'
import type { CampaignFileItem } from '#projections/answers.ts'
import { type Campaign, writerIn } from '../../../data/campaigns.ts'
import { downloadPath } from '../../../data/files.ts'
import { useMe } from '../../../data/me.ts'
import { dateOf } from '../../../ui/dates.ts'
import classes from './files.module.css'
import '@mantine/core/styles/Table.layer.css'

const iconOf = (mime: string) => {
  if (mime.startsWith('image/')) return IconPhoto
  return mime.startsWith('text/') || mime === 'application/pdf' ? IconFileText : IconFile
}

/** One file. Its uploader and those who run the campaign may delete it. */
export const FileRow = ({
  file,
  campaign,
  onRemove,
}: {
  file: CampaignFileItem
  campaign: Campaign
  onRemove: () => void
}) => {
  const me = useMe()
  const Icon = iconOf(file.mime)
  return (
    <Table.Tr>
      <Table.Td className={classes.file}>
        <Icon size={18} aria-hidden="true" />
        <a href={downloadPath(file)} download={file.name} dir="auto" title={file.name}>
          {file.name}
        </a>
      </Table.Td>
      <Table.Td className={classes.by} dir="auto">
        {file.addedByName}
      </Table.Td>
      <Table.Td className={`${classes.at} num`}>{dateOf(file.createdAt)}</Table.Td>
      <Table.Td className={`${classes.size} num`}>{sizeInWords(file.size)}</Table.Td>
      <Table.Td className={classes.does}>
        <Tooltip label="Download">
          <ActionIcon component="a" href={downloadPath(file)} download={file.name} aria-label={`Download ${file.name}`}>
            <IconDownload size={18} />
          </ActionIcon>
        </Tooltip>
        {can(writerIn(campaign, me.id), 'removeFile', { campaignId: campaign.id, ownerId: file.addedBy }) && (
          <Tooltip label="Delete">
            <ActionIcon aria-label={`Delete ${file.name}`} onClick={onRemove}>
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

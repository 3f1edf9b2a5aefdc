import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload, IconFile, IconFileText, IconPhoto, IconTrash } from '@tabler/icons-react'
import type { CampaignFileItem } from '#projections/answers.ts'
import { type Campaign, mayManage } from '../../../app/campaigns.ts'
import { useMe } from '../../../app/me.ts'
import { dateOf } from '../../../ui/dates.ts'
import { downloadPath } from './api.ts'
import { bytes } from './bytes.ts'

const iconOf = (mime: string) => {
  if (mime.startsWith('image/')) return IconPhoto
  return mime.startsWith('text/') || mime === 'application/pdf' ? IconFileText : IconFile
}

/** One file. Who added it may delete it, and those who run the campaign. */
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
    <tr>
      <td className="fil-file">
        <Icon size={18} aria-hidden="true" />
        <a href={downloadPath(file)} download={file.name} title={file.name}>
          {file.name}
        </a>
      </td>
      <td className="fil-by">{file.addedByName}</td>
      <td className="fil-at num">{dateOf(file.createdAt)}</td>
      <td className="fil-size num">{bytes(file.size)}</td>
      <td className="fil-does">
        <Tooltip label="Download">
          <ActionIcon component="a" href={downloadPath(file)} download={file.name} aria-label={`Download ${file.name}`}>
            <IconDownload size={18} />
          </ActionIcon>
        </Tooltip>
        {(mayManage(campaign) || file.addedBy === me.id) && (
          <Tooltip label="Delete">
            <ActionIcon aria-label={`Delete ${file.name}`} onClick={onRemove}>
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  )
}

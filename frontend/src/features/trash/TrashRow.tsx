import { Button } from '@mantine/core'
import { IconBook2, IconFile, IconFolder, IconPhoto } from '@tabler/icons-react'
import type { TrashLine } from '#projections/answers.ts'
import { messageOf } from '../../app/problem.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { useRestoreOperationMutation } from './api.ts'
import { nameOf, whatOf } from './words.ts'

const icons = { folder: IconFolder, lore: IconBook2, image: IconPhoto, file: IconFile }
/** Where what was restored is seen again. */
const addressOf = ({ kind, id }: TrashLine) =>
  ({
    folder: `/collections/${id}`,
    lore: `/lore/view/${id}`,
    image: `/images/${id}`,
    file: '/campaign/edit/files',
  })[kind]

/** One act of deleting, which is taken back as one. */
export const TrashRow = ({ line, campaignId }: { line: TrashLine; campaignId: string }) => {
  const [restore, { isLoading }] = useRestoreOperationMutation()
  const { operationId, kind, deletedAt, deletedByName, mayRestore } = line
  const Icon = icons[kind]
  const name = nameOf(line)

  const run = async () => {
    const { error } = await restore({ campaignId, operationId })
    if (error) toast.error(messageOf(error, `${name} could not be restored. It is still in the Trash.`))
    else
      toast.success(`${name} was restored`, {
        route: { to: addressOf(line), label: 'Open' },
        duration: 5_000,
      })
  }

  return (
    <tr>
      <td className="tra-what">
        <Icon size={18} aria-hidden="true" />
        <span className="tra-name" title={name}>
          {name}
        </span>
        <span className="tra-count num">{whatOf(line)}</span>
      </td>
      <td className="tra-by">{deletedByName}</td>
      <td className="tra-at num">
        <time dateTime={deletedAt}>{dateTimeOf(deletedAt)}</time>
      </td>
      <td className="tra-does">
        {mayRestore && (
          <Button size="xs" loading={isLoading} aria-label={`Restore ${name}`} onClick={() => void run()}>
            Restore
          </Button>
        )}
      </td>
    </tr>
  )
}

import { Modal } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useOverlays } from '../../../base/overlay.ts'
import { statusOf } from '../../../base/problem.ts'
import { useCampaignsQuery } from '../../../data/campaigns.ts'
import { useImageRights } from '../../../data/image-rights.ts'
import { useImageQuery } from '../../../data/images.ts'
import { ConnectionBanner } from '../../../realtime/ConnectionBanner.tsx'
import { useRefetching } from '../../../realtime/use-refetching.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ThreadLoader } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './editor.module.css'
import { Workbench } from './Workbench.tsx'

/** The editor over the whole screen. It closes with a message when the user may no longer change the image. */
export const Editor = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const rightsOf = useImageRights()
  const query = useImageQuery(id)
  const { data: campaigns } = useCampaignsQuery()
  useRefetching('imageId', id, query)
  const isCovered = useOverlays().length > 0

  const row = query.data?.rows[0]
  const editing = query.data?.editing
  const refusal = refusalOf()
  const leave = useEffectEvent(() => {
    if (!refusal) return
    toast.error(refusal)
    onClose()
  })
  useEffect(() => leave(), [refusal])

  function refusalOf(): string | undefined {
    if ([400, 403, 404].includes(statusOf(query.error)) || (query.data && !row)) return gone
    if (query.error && !query.data) return 'The image could not be loaded.'
    if (!row || !campaigns) return undefined
    if (row.deletedAt) return 'This picture is in the Trash.'
    if (!rightsOf(row).edit) return gone
    if (!row.uri) return 'This image is not ready yet.'
    // The server may have answered before the campaigns were loaded: a pending response decides.
    return editing === null && !query.isFetching ? gone : undefined
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      // The editor's own key handler closes it once it is loaded.
      closeOnEscape={!(row && editing) && !isCovered}
      fullScreen
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content aria-label="Image Editor">
        <Modal.Body p={0} h="var(--ll-screen)" display="flex" style={{ flexDirection: 'column' }}>
          <ConnectionBanner />
          {row?.uri && editing && !refusal ? (
            <Workbench row={row} editing={editing} isCovered={isCovered} onClose={onClose} />
          ) : (
            <Delayed>
              <div className={classes.wait}>
                <ThreadLoader label="Loading the editor" />
              </div>
            </Delayed>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const gone = 'You can no longer edit this picture.'

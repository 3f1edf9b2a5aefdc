import { Button } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { LoreExport } from '#domain/lore-export-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import { messageOf } from '../../base/problem.ts'
import { exportFile, useAskAccountExportMutation, useLoreExportsQuery } from '../../data/lore-exports.ts'
import { useProgress } from '../../data/operation-progress.ts'
import { useUndoOperationMutation } from '../../data/operations.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ThreadProgress } from '../../ui/Thread.tsx'
import { toast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './data.module.css'

const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Lists the user's exports, and requests an export of everything that is theirs. */
export const DataTab = () => {
  const { data, error, refetch } = useLoreExportsQuery()
  const [askExport, { isLoading }] = useAskAccountExportMutation()
  if (!data)
    return error ? (
      <ErrorState text={messageOf(error, 'Your exports could not be loaded.')} onRetry={() => void refetch()} />
    ) : (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const begin = async () => {
    const { error } = await askExport()
    if (error) toast.error(messageOf(error, 'It could not be packed. Please try again.'))
  }
  const isPacking = data.some(({ kind, status }) => kind === 'account' && status === 'running')
  return (
    <div className={classes.data}>
      <section aria-labelledby="own-data">
        <h2 id="own-data">Download everything of mine</h2>
        <p className={classes.sentence}>
          One zip: your lore as Markdown with its pictures, your conversations, files, 3D models and requests to
          support, and credits, payments and sign-ins as tables. What others made in your campaigns comes along as far
          as you can see it.
        </p>
        <Button variant="filled" loading={isLoading} disabled={isPacking} onClick={() => void begin()}>
          Pack Everything
        </Button>
      </section>
      <section aria-labelledby="exports">
        <h2 id="exports">Your exports</h2>
        {data.length === 0 && (
          <p className={classes.sentence}>There is none. Exports of a folder or a campaign are listed here too.</p>
        )}
        <ul className={classes.list}>
          {data.map((row) => (
            <li key={row.id}>{row.status === 'running' ? <Packing {...row} /> : <Ready {...row} />}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const useRemoval = (id: string) => {
  const [undoOperation, { isLoading }] = useUndoOperationMutation()
  const remove = async () => {
    const { error } = await undoOperation(id)
    if (error) toast.error(messageOf(error, 'It could not be removed. Please try again.'))
  }
  return { remove, isLoading }
}

const Packing = ({ id, name }: LoreExport) => {
  const { operation, done } = useProgress(id)
  const { remove, isLoading } = useRemoval(id)
  const total = operation?.total ?? null
  return (
    <>
      <b dir="auto">{name}</b>
      <p className={classes.sentence} role="status">
        Packing, <span className="num">{done.toLocaleString('en')}</span>
        {total !== null && (
          <>
            {' '}
            of <span className="num">{total.toLocaleString('en')}</span>
          </>
        )}{' '}
        pages and pictures. You may leave this page.
      </p>
      {total !== null && total > 0 && <ThreadProgress value={Math.min(1, done / total)} label={`Packing ${name}`} />}
      <Button loading={isLoading} onClick={() => void remove()}>
        Stop
      </Button>
    </>
  )
}

const Ready = ({ id, name, bytes, expiresAt }: LoreExport) => {
  const { remove, isLoading } = useRemoval(id)
  return (
    <>
      <b dir="auto">{name}</b>
      <p className={classes.sentence}>
        {bytes !== null && <span className="num">{sizeInWords(bytes)}. </span>}
        {expiresAt && `It stays until ${dayOf(expiresAt)}.`}
      </p>
      <div className={classes.buttons}>
        <Button component="a" href={exportFile(id)} download leftSection={<IconDownload size={15} />}>
          Download
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconTrash size={15} />}
          loading={isLoading}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </div>
    </>
  )
}

import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import type { ExportAnswer } from '#domain/export-answers.ts'
import { exportFile, exportSignature } from '../../../data/audit-exports.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import { count } from '../amounts.ts'
import classes from './exports.module.css'
import { formats, sizeOf } from './formats.ts'

/** Links to an export's file and its detached signature, the progress while it is created, or the reason why there is no file. */
export const Downloads = ({ id, status, format, bytes, done, total, signedBy }: ExportAnswer) => {
  if (status === 'running') return <Making done={done} total={total} />
  if (status === 'failed') return <p className={classes.failed}>It could not be made. Ask for it again.</p>
  if (status === 'expired') return <p className={classes.meta}>It is kept no longer. Ask for it again.</p>
  return (
    <p className={classes.downloads} role="status">
      <a href={exportFile(id)} download>
        <IconDownload size={15} aria-hidden="true" />
        {formats[format]}
      </a>
      <a href={exportSignature(id)} download>
        <IconShieldCheck size={15} aria-hidden="true" />
        Signature
      </a>
      <span className={`${classes.meta} num`}>
        {count(total)} {total === 1 ? 'entry' : 'entries'}
        {bytes !== null && `, ${sizeOf(bytes)}`}
        {signedBy && (
          <>
            , signed with key <code>{signedBy}</code>
          </>
        )}
      </span>
    </p>
  )
}

const Making = ({ done, total }: Pick<ExportAnswer, 'done' | 'total'>) => (
  <div className={classes.making}>
    <ThreadProgress value={total === 0 ? 0 : done / total} label="The statement is being made" />
    <span className={`${classes.meta} num`}>
      {count(done)} of {count(total)} entries
    </span>
  </div>
)

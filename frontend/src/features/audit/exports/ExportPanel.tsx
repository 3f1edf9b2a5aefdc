import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ExportFormat } from '#domain/export-answers.ts'
import { useExportQuery } from '../../../data/audit-exports.ts'
import asideClasses from '../account/aside.module.css'
import { justAfter } from '../utc.ts'
import { AwaitedExport } from './AwaitedExport.tsx'
import { Downloads } from './Downloads.tsx'
import classes from './exports.module.css'
import { formats } from './formats.ts'
import { useExportRequest } from './use-export-request.ts'

/** Exports the ledger up to the moment in a chosen format. Each file has its own signature. */
export const ExportPanel = ({ accountId, through }: { accountId: string; through: string }) => {
  const { requestExport, isLoading } = useExportRequest(accountId)
  const [requestedId, setRequestedId] = useState<string>()
  const [awaitedId, setAwaitedId] = useState<string>()
  return (
    <section className={asideClasses.section} aria-label="Export as of this moment" data-at-corner>
      <div className={asideClasses.top}>
        <h3>Export as of this moment</h3>
      </div>
      <div className={classes.asks}>
        {ExportFormat.options.map((format) => (
          <Button
            key={format}
            size="xs"
            disabled={isLoading}
            leftSection={<IconDownload size={15} />}
            onClick={async () => {
              const exportId = await requestExport(format, { from: null, through: justAfter(through) })
              setAwaitedId(exportId)
              setRequestedId(exportId ?? requestedId)
            }}
          >
            {formats[format]}
          </Button>
        ))}
      </div>
      {awaitedId && <AwaitedExport id={awaitedId} onEnd={() => setAwaitedId(undefined)} />}
      {requestedId && <RequestedExport id={requestedId} />}
    </section>
  )
}

const everyMs = 1_000

/** A requested export: in progress, or ready. */
const RequestedExport = ({ id }: { id: string }) => {
  const [isOver, setOver] = useState(false)
  const { data } = useExportQuery(id, { pollingInterval: isOver ? 0 : everyMs })
  const isMade = data !== undefined && data.status !== 'running'
  if (isMade !== isOver) setOver(isMade)
  return data ? <Downloads {...data} /> : null
}

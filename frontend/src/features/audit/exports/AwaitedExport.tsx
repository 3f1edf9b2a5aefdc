import { useEffect } from 'react'
import { exportFile, useExportQuery } from '../../../data/audit-exports.ts'
import { toast } from '../../../ui/toast.ts'

const everyMs = 1_000

const download = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads a requested export as soon as its file exists. Renders nothing. */
export const AwaitedExport = ({ id, onEnd }: { id: string; onEnd: () => void }) => {
  const { data } = useExportQuery(id, { pollingInterval: everyMs })
  const status = data?.status
  useEffect(() => {
    if (status === undefined || status === 'running') return
    if (status === 'ready') {
      download(exportFile(id))
      toast.info('The export was downloaded. Its signature is beside it on the page of exports.', {
        route: { to: '/audit/exports', label: 'Exports' },
      })
    } else toast.error('The export could not be made. Please ask for it again.')
    onEnd()
  }, [status])
  return null
}

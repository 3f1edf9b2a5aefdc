import type { ExportFormat } from '#domain/export-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAskExportMutation } from '../../../data/audit-exports.ts'
import { toast } from '../../../ui/toast.ts'

export interface Period {
  from: string | null
  through: string | null
}

/** Requests an export. Resolves to its id, or, after an error message to the user, to undefined. */
export const useExportRequest = (accountId: string) => {
  const [requestExport, { isLoading }] = useAskExportMutation()
  return {
    isLoading,
    async requestExport(format: ExportFormat, period: Period): Promise<string | undefined> {
      try {
        const { exportId } = await requestExport({ accountId, format, ...period }).unwrap()
        return exportId
      } catch (failed) {
        toast.error(messageOf(failed, 'Failed to ask for the statement'))
        return undefined
      }
    },
  }
}

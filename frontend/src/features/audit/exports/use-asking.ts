import type { ExportFormat } from '#domain/export-answers.ts'
import { messageOf } from '../../../app/problem.ts'
import { useAskExportMutation } from '../../../data/audit-exports.ts'
import { toast } from '../../../ui/toast.ts'

export interface Period {
  from: string | null
  through: string | null
}

/** Asks for a statement. Answers its id, or undefined where it was refused, which is said. */
export const useAsking = (accountId: string) => {
  const [ask, { isLoading }] = useAskExportMutation()
  return {
    isLoading,
    async ask(format: ExportFormat, period: Period): Promise<string | undefined> {
      try {
        const { exportId } = await ask({ accountId, format, ...period }).unwrap()
        return exportId
      } catch (failed) {
        toast.error(messageOf(failed, 'Failed to ask for the statement'))
        return undefined
      }
    },
  }
}

/** Said where what was asked for is not shown. */
export const tellRequested = (): void =>
  void toast.info('The statement is being made.', { route: { to: '/audit/exports', label: 'Exports' } })

import { Button } from '@mantine/core'
import { messageOf } from '../../base/problem.ts'
import { useReconcileMutation } from '../../data/reconciliations.ts'
import { Rounds } from '../../reconciliation/Rounds.tsx'
import { toast } from '../../ui/toast.ts'

const eventsOf = (userId: string) => `/admin/users/${userId}/events`

export const ReconciliationPage = () => (
  <Rounds toPerson={eventsOf} begin={(round) => <CompareNow key="begin" {...round} />} />
)

const CompareNow = ({ isUnderWay, onBegun }: { isUnderWay: boolean; onBegun: () => void }) => {
  const [reconcile, { isLoading }] = useReconcileMutation()
  const begin = async () => {
    try {
      await reconcile().unwrap()
      onBegun()
    } catch (failed) {
      toast.error(messageOf(failed, 'Failed to begin'))
    }
  }
  return (
    <Button onClick={() => void begin()} loading={isLoading} disabled={isUnderWay}>
      {isUnderWay ? 'Comparing…' : 'Compare now'}
    </Button>
  )
}

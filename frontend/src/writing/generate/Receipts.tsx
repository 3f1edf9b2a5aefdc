import { useReceiptsQuery } from '../../data/writings.ts'
import classes from './generate-text.module.css'
import { Receipt } from './Receipt.tsx'

/** Generated parts of a text with their sources. */
export const Receipts = ({ conjurationId, segmentId }: { conjurationId: string; segmentId: string }) => {
  const { data } = useReceiptsQuery(conjurationId)
  const own = data?.filter((each) => each.segmentId === segmentId) ?? []
  if (own.length === 0) return null
  return (
    <details className={classes.receipts}>
      <summary>
        {own.length === 1 ? 'Written in part by a model' : `Written in part by a model, ${own.length} times`}
      </summary>
      {own.map((receipt) => (
        <Receipt key={receipt.id} receipt={receipt} />
      ))}
    </details>
  )
}

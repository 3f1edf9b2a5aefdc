import type { WritingReceipt } from '#projections/writing-answers.ts'
import classes from './generate-text.module.css'

const reasons = { rights: 'not visible', budget: 'no room', kind: 'not a text' } as const

/** Returns ` and 3 more`, for items hidden from the reader; empty for none. */
const more = (count: number) => (count > 0 ? ` and ${count} more` : '')

const tokens = ({ inputTokens, outputTokens }: WritingReceipt) =>
  inputTokens + outputTokens > 0 ? `${inputTokens} tokens read, ${outputTokens} written` : 'no tokens'

/** The sources of a generated text, omitted ones with reasons, and its author. */
export const Receipt = ({ receipt }: { receipt: WritingReceipt }) => {
  const { madeBy, used, moreUsed, omitted, moreOmitted, cost, username } = receipt
  return (
    <dl className={classes.receipt}>
      <dt>Written by</dt>
      <dd>
        {madeBy}
        {username && <span dir="auto"> For {username}.</span>}
      </dd>
      <dt>Read</dt>
      <dd dir="auto">
        {used.length + moreUsed === 0
          ? 'Nothing but the request'
          : used.map(({ name }) => name).join(', ') + (used.length > 0 ? more(moreUsed) : `${moreUsed} you cannot see`)}
      </dd>
      {omitted.length + moreOmitted > 0 && (
        <>
          <dt>Left out</dt>
          <dd dir="auto">
            {omitted.map(({ name, why }) => `${name} (${reasons[why]})`).join(', ') +
              (omitted.length > 0 ? more(moreOmitted) : `${moreOmitted} you cannot see`)}
          </dd>
        </>
      )}
      <dt>Cost</dt>
      <dd>
        {cost === 0 ? 'No credits' : `${cost} credits`}, {tokens(receipt)}
      </dd>
    </dl>
  )
}

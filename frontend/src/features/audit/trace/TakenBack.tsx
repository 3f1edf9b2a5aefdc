import type { TracedTakeBack } from '#domain/ledger-answers.ts'
import { creditsOf } from '../amounts.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './trace.module.css'

/** Credits reclaimed by a refund or a dispute. */
export const TakenBack = ({ takeBacks, go }: { takeBacks: readonly TracedTakeBack[]; go: Go }) =>
  takeBacks.length === 0 ? null : (
    <ul className={classes.takeBacks}>
      {takeBacks.map(({ takeBackId, cause, entries: [first], taken, owed, givenBack }) => (
        <li key={takeBackId}>
          <button type="button" onClick={() => first && go({ position: first.position })}>
            {creditsOf(taken)} taken back after a {cause}
            {owed > 0 && `, ${creditsOf(owed)} owed because they were spent`}
            {first && `, ${stampOf(first.at)}`}
          </button>
          {givenBack && ` ${creditsOf(givenBack.credits)} given back, ${stampOf(givenBack.entry.at)}`}
        </li>
      ))}
    </ul>
  )

import type { ComparedView } from '#domain/audit-replay-answers.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { Differences } from '../../../ui/Differences.tsx'
import classes from './state.module.css'

/** Rows of a view that differ from their replay, or the reason why there is none. */
export const Differing = ({ compared }: { compared: ComparedView }) => (
  <div className={classes.differing}>
    {'error' in compared ? (
      <p>{compared.error}</p>
    ) : (
      compared.examples.map(({ key, is, should }) => (
        <div key={JSON.stringify(key)}>
          <p>
            {is === null
              ? 'A row is missing.'
              : should === null
                ? 'A row is there that nothing made.'
                : 'Shown → replayed'}
          </p>
          <Differences differences={differencesOf(is, should)} />
        </div>
      ))
    )}
  </div>
)

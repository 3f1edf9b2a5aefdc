import type { ComparedView } from '#domain/audit-replay-answers.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { Differences } from '../../../ui/Differences.tsx'
import classes from './state.module.css'

/** The rows of a view that are not what a replay makes of them, or why there is no replay. */
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

import { Button } from '@mantine/core'
import { getCredits } from '../../../base/overlay.ts'
import { useWhyNotSpend } from '../../../billing/use-why-not.ts'
import { useMe } from '../../../data/me.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import { costFor, insufficient, type ModelSource } from '../model.ts'
import classes from './create-model.module.css'
import type { Generation } from './use-generation.ts'

interface Props {
  source: ModelSource
  generation: Pick<Generation, 'isBusy' | 'uploaded' | 'problem'>
  /** The sentence that names what is missing. */
  missing?: string | undefined
}

/** The price, the obstacle if there is one, and the button that submits the form. */
export const GenerateFoot = ({ source, generation: { isBusy, uploaded, problem }, missing }: Props) => {
  const me = useMe()
  const whyNot = useWhyNotSpend()
  const cost = costFor(me, source)
  const isShort = cost > me.imageCredits
  const shown = isShort ? { text: insufficient(source, cost, me.imageCredits), isShort } : problem
  return (
    <div className={classes.foot}>
      {shown && (
        <p role="alert" className={classes.problem}>
          {shown.text}{' '}
          {shown.isShort && (
            <button type="button" onClick={getCredits.run}>
              Purchase more credits
            </button>
          )}
        </p>
      )}
      {(whyNot ?? missing) && <p className={classes.missing}>{whyNot ?? missing}</p>}
      {uploaded !== undefined && <ThreadProgress value={uploaded} label="Uploading" />}
      <span className="num">
        {cost === 0 ? 'Free with your tier' : `${cost} of ${me.imageCredits.toLocaleString('en')} credits`}
      </span>
      <Button
        type="submit"
        variant="filled"
        loading={isBusy}
        disabled={isShort || missing !== undefined || whyNot !== undefined}
      >
        Generate
      </Button>
    </div>
  )
}

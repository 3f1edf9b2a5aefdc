import { IconPlus } from '@tabler/icons-react'
import { getCredits } from '../../base/overlay.ts'
import { useMe } from '../../data/me.ts'
import classes from './sidebar.module.css'

/** The available credits, updated by events. */
export const CreditCounter = () => {
  const { imageCredits } = useMe()
  const shown = imageCredits.toLocaleString('en')
  return (
    <button type="button" className={classes.credits} onClick={getCredits.run} aria-haspopup="dialog">
      <span key={imageCredits} className={classes.balance} data-testid="credits">
        {shown}
      </span>
      <span className={classes.meta}>image credits</span>
      <span className={classes.plus} aria-hidden="true">
        <IconPlus size={15} />
      </span>
    </button>
  )
}

import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { SupportText } from '../../../base/SupportText.tsx'
import { useWhyNot } from '../../../billing/use-why-not.ts'
import { useMe } from '../../../data/me.ts'
import { PlanBadge } from '../../../ui/Badge.tsx'
import { Drawing } from '../../../ui/drawings.tsx'
import { isAnyBacker } from '../model.ts'
import classes from './create-model.module.css'

/** Explains 3D models to users without a plan or a tier for them. */
export const Upsell = ({ isOfLore, onClose }: { isOfLore: boolean; onClose: () => void }) => {
  const me = useMe()
  const whyNot = useWhyNot()
  return (
    <Modal opened onClose={onClose} title="Create Model" size={500}>
      <div className={classes.upsell}>
        <Drawing subject="plinth" />
        <div>
          <PlanBadge plan="PRO" />
          <p>
            {isOfLore
              ? '3D models from lore need the Pro plan.'
              : '3D models need the Pro plan, or a backing of the miniatures.'}
          </p>
          <p className={classes.quiet}>
            A picture or a few words become a miniature that you turn on screen, download and print.
          </p>
          {isAnyBacker(me) && (
            <p className={classes.quiet}>
              <SupportText text="You backed us on Kickstarter and miss your 3D models? Please contact support." />
            </p>
          )}
          {whyNot && <p className={classes.quiet}>{whyNot}</p>}
        </div>
      </div>
      <div className={classes.acts}>
        <Button data-autofocus onClick={onClose}>
          Maybe Later
        </Button>
        <Button component={Link} to="/account-settings?tab=subscription" variant="filled" onClick={onClose}>
          Upgrade to Pro
        </Button>
      </div>
    </Modal>
  )
}

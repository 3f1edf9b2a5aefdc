import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { PlanBadge } from '../../../ui/Badge.tsx'
import { Rim } from './Rim.tsx'
import classes from './token.module.css'

interface Props {
  uri: string | null
  onClose: () => void
}

/** Explains tokens to users without a plan for them. */
export const TokenUpsell = ({ uri, onClose }: Props) => (
  <Modal opened onClose={onClose} title="Generate Token" size={500}>
    <div className={classes.upsell}>
      <span className={classes.sample} aria-hidden="true">
        {uri && <img src={`${uri}?w=320`} alt="" />}
        <Rim rim="gold" colour="" />
      </span>
      <div>
        <PlanBadge plan="PRO" />
        <p>Token generation is only available for PRO subscribers.</p>
        <p className={classes.quiet}>
          A token is your primary image cut to a circle of 512 × 512, ready for a virtual tabletop.
        </p>
      </div>
    </div>
    <div className={classes.foot}>
      <Button data-autofocus onClick={onClose}>
        Maybe Later
      </Button>
      <Button component={Link} to="/account-settings?tab=subscription" variant="filled" onClick={onClose}>
        Upgrade to Pro
      </Button>
    </div>
  </Modal>
)

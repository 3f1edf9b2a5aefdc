import { Button, Modal } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { may } from '#domain/entitlements.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { primaryAmong } from '../../../data/followed-images.ts'
import { useConjurationImagesQuery } from '../../../data/images.ts'
import { selectEntitlements, today, useMe } from '../../../data/me.ts'
import { PlanBadge } from '../../../ui/Badge.tsx'
import { toast } from '../../../ui/toast.ts'
import { Rim } from './Rim.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import classes from './token.module.css'

interface Props {
  row: ConjurationItem
  onClose: () => void
}

/** A token of the lore's primary image, or the reason why there is none. */
export const Token = ({ row, onClose }: Props) => {
  const { data, error } = useConjurationImagesQuery(row.id)
  const isPro = may(selectEntitlements(useMe()), 'tokens', today())
  const primary = data && primaryAmong(data.rows)
  const refusal = !isPro
    ? null
    : error && !data
      ? 'The pictures of this lore could not be loaded.'
      : data && refusalOf(primary)

  useEffect(() => {
    if (!refusal) return
    toast.error(refusal)
    onClose()
  }, [refusal, onClose])

  if (!isPro) return <TokenUpsell uri={primary?.uri ?? row.imageUri} onClose={onClose} />
  if (!primary?.uri || refusal) return null
  return <TokenDialog picture={primary} uri={primary.uri} name={row.name} onClose={onClose} />
}

const refusalOf = (primary: { uri: string | null; nsfw: boolean } | null | undefined) => {
  if (!primary?.uri) return 'No primary image found for this lore item.'
  return primary.nsfw ? 'Token generation does not support NSFW images.' : null
}

interface TokenUpsellProps {
  uri: string | null
  onClose: () => void
}

/** Explains tokens to users without a plan for them. */
const TokenUpsell = ({ uri, onClose }: TokenUpsellProps) => (
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

import { IconHistory } from '@tabler/icons-react'
import classes from '../../ui/banners.module.css'
import { dateTimeOf } from '../../ui/dates.ts'

/** A notice above all screens of a campaign that is a copy of a past state of another one. */
export const CopyBanner = ({ at }: { at: string }) => (
  <div className={classes.banner} data-kind="update" role="note">
    <IconHistory size={15} />
    <span>This campaign is a copy, as it was on {dateTimeOf(at)}. Nothing in it can be changed.</span>
  </div>
)

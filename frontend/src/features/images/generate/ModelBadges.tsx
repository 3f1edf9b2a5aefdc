import type { ImageModel } from '#domain/image-models.ts'
import classes from './form.module.css'

/** What sets a model apart, in words. */
export const ModelBadges = ({ model }: { model: ImageModel }) => (
  <>
    {model.licensedArt && <span className={`${classes.badge} ${classes.weld}`}>Licensed Art</span>}
    {model.paysRoyalties && <span className={`${classes.badge} ${classes.lichen}`}>Pays Royalties</span>}
    {model.supportsNSFW && <span className={classes.badge}>Supports NSFW</span>}
  </>
)

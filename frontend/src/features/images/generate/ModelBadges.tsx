import type { ImageModel } from '#domain/image-models.ts'
import classes from './form.module.css'

/** Labels of a model's special properties. */
export const ModelBadges = ({ model }: { model: ImageModel }) => (
  <>
    {model.licensedArt && <span className={`${classes.badge} ${classes.weld}`}>Licensed Art</span>}
    {model.paysRoyalties && <span className={`${classes.badge} ${classes.lichen}`}>Pays Royalties</span>}
    {model.supportsNSFW && <span className={classes.badge}>Supports NSFW</span>}
  </>
)

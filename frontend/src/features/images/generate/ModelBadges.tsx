import type { ImageModel } from '#domain/image-models.ts'

/** What sets a model apart, in words. */
export const ModelBadges = ({ model }: { model: ImageModel }) => (
  <>
    {model.licensedArt && <span className="gen-badge gen-weld">Licensed Art</span>}
    {model.paysRoyalties && <span className="gen-badge gen-lichen">Pays Royalties</span>}
  </>
)

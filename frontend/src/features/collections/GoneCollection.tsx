import { NotHere } from '../../ui/Instead.tsx'

/** In place of a folder that does not exist, was deleted, or is not shared with this person. */
export const GoneCollection = () => (
  <NotHere
    subject="loom"
    title="This folder is not here"
    text="It does not exist, or it is not shared with you."
    back={{ to: '/collections', label: 'Back to Lore' }}
  />
)

import { Around } from './Around.tsx'
import { NeedsCampaign } from './NeedsCampaign.tsx'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'

/** Around the screens of a campaign. */
export const Shell = () => (
  <>
    <Around Side={Sidebar}>
      <NeedsCampaign />
    </Around>
    <Overlays />
  </>
)

import { Combobox, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Campaign, useCampaignsQuery } from '../../data/campaigns.ts'
import { useMe } from '../../data/me.ts'
import { listOf, selectCampaign, useCampaign } from '../../data/selected-campaign.ts'
import type { OpenMenuProps } from '../../ui/LazyMenu.tsx'
import { Crest } from './CampaignButton.tsx'
import classes from './sidebar.module.css'

const newCampaign = 'new'

/** The list of campaigns. */
export const CampaignSelectorOpen = ({ renderButton }: Pick<OpenMenuProps, 'renderButton'>) => {
  const me = useMe()
  const current = useCampaign()
  const { data } = useCampaignsQuery()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [filter, setFilter] = useState('')
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setFilter('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })

  // The list is mounted open, so that its event for opening never occurs.
  const { focusSearchInput } = combobox
  useEffect(focusSearchInput, [])

  const choose = (value: string) => {
    combobox.closeDropdown()
    if (value === newCampaign) return navigate('/campaigns/new')
    selectCampaign(me.id, value)
    const list = pathname === '/campaigns/new' ? '/collections' : listOf(pathname)
    return list ? navigate(list) : undefined
  }

  const found = (data?.rows ?? []).filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  return (
    <Combobox store={combobox} onOptionSubmit={(value) => void choose(value)} position="bottom-start" width={280}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {renderButton({ 'aria-expanded': combobox.dropdownOpened, onClick: () => combobox.toggleDropdown() })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          placeholder="Filter campaigns"
          aria-label="Filter campaigns"
          // If no option is highlighted, Enter chooses the first match.
          onKeyDown={({ key }) => {
            if (key === 'Enter' && combobox.getSelectedOptionIndex() === -1 && found[0]) void choose(found[0].id)
          }}
        />
        <CampaignOptions campaigns={found} currentId={current?.id} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface CampaignOptionsProps {
  campaigns: readonly Campaign[]
  currentId: string | undefined
}

const CampaignOptions = ({ campaigns, currentId }: CampaignOptionsProps) => (
  <Combobox.Options className={classes.options} aria-label="Campaigns">
    {campaigns.map((campaign) => (
      <Combobox.Option key={campaign.id} value={campaign.id} active={campaign.id === currentId}>
        <span className={classes.optionName} dir="auto">
          <Crest campaign={campaign} />
          <span className={classes.optionText}>{campaign.name}</span>
        </span>
      </Combobox.Option>
    ))}
    {campaigns.length === 0 && <Combobox.Empty>No campaign by that name</Combobox.Empty>}
    <Combobox.Option value={newCampaign}>
      <span className={classes.newOption}>
        <IconPlus size={15} />
        New Campaign
      </span>
    </Combobox.Option>
  </Combobox.Options>
)
